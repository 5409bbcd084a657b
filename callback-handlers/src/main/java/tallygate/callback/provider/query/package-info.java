/**
 * How providers' own APIs are asked: for the state of a payment, for the list of events. Comes in: a subject or a span, and the
 * guarded way out; goes out: what the provider says, as events in our words.
 */
@NullMarked
package tallygate.callback.provider.query;

import org.jspecify.annotations.NullMarked;
