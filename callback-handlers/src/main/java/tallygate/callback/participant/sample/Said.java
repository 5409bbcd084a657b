package tallygate.callback.participant.sample;

/**
 * What a sample service answers.
 *
 * @param status of HTTP; 409 is a refusal for good
 */
record Said(int status, String body) {}
