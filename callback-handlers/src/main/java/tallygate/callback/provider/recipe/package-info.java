/**
 * The declarative engine: a provider said in one YAML file, compiled once per endpoint. What is signed and what is read are
 * templates over the request; templates, keys and patterns are prepared when the endpoint is bound, never per request.
 */
@NullMarked
package tallygate.callback.provider.recipe;

import org.jspecify.annotations.NullMarked;
