package tallygate.gateway.command;

import tallygate.config.AlertsConfig.Language;

/**
 * One point of the checklist, judged.
 *
 * @param key stays the same over versions
 * @param evidence what was seen
 * @param todo what makes it hold; empty when there is nothing to do
 */
record Checkpoint(String key, Words point, Verdict verdict, Words evidence, Words todo) {
    /** What came of it. */
    enum Verdict {
        HELD,
        NOT_HELD,
        /** There is nothing that it could be about. */
        NOT_APPLICABLE;

        Words words() {
            return switch (this) {
                case HELD -> new Words("held", "成立");
                case NOT_HELD -> new Words("not held", "不成立");
                case NOT_APPLICABLE -> new Words("not applicable", "不适用");
            };
        }
    }

    /** One text in both languages. */
    record Words(String english, String chinese) {
        static final Words NONE = new Words("", "");

        /** For figures that read alike in both. */
        static Words same(String text) {
            return new Words(text, text);
        }

        String in(Language language) {
            return switch (language) {
                case EN -> english;
                case ZH -> chinese;
            };
        }
    }

    static Checkpoint judged(String key, Words point, boolean isHeld, Words evidence, Words todo) {
        return isHeld
                ? new Checkpoint(key, point, Verdict.HELD, evidence, Words.NONE)
                : new Checkpoint(key, point, Verdict.NOT_HELD, evidence, todo);
    }

    static Checkpoint notApplicable(String key, Words point, Words why) {
        return new Checkpoint(key, point, Verdict.NOT_APPLICABLE, why, Words.NONE);
    }

    boolean isOpen() {
        return verdict == Verdict.NOT_HELD;
    }
}
