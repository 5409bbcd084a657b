package tallygate.callback.provider.code;

import tallygate.callback.Answer;

/** What a provider is told: all is stored, this is refused, send it again. */
record Answers(Answer success, Answer refused, Answer tryAgain) {
    private static final int REFUSED_STATUS = 401;
    private static final int TRY_AGAIN_STATUS = 503;

    /** 200 with one text, 401 and 503 with another. */
    static Answers of(String contentType, String success, String failure) {
        return new Answers(
                Answer.of(200, contentType, success),
                Answer.of(REFUSED_STATUS, contentType, failure),
                Answer.of(TRY_AGAIN_STATUS, contentType, failure));
    }

    /** For providers that look at the status alone. */
    static Answers statusOnly() {
        return new Answers(Answer.empty(200), Answer.empty(REFUSED_STATUS), Answer.empty(TRY_AGAIN_STATUS));
    }
}
