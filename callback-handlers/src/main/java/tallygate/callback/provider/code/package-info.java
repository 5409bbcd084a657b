/** The providers that a recipe cannot say: certificates, encrypted content, derived keys, answers that must be signed. */
@NullMarked
package tallygate.callback.provider.code;

import org.jspecify.annotations.NullMarked;
