/**
 * The article's order flow to try sagas with: four services, each over a schema of its own, each behind the guard, with
 * switches to make them fail. Comes in a saga's calls, goes out their books.
 */
@NullMarked
package tallygate.callback.participant.sample;

import org.jspecify.annotations.NullMarked;
