package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.regex.Pattern;
import tallygate.callback.provider.read.UnreadableException;

/** Whether a rule of a definition applies to a request: every test must hold; none is always true. */
record Condition(List<Test> tests) {
    static final Condition ALWAYS = new Condition(List.of());

    Condition {
        tests = List.copyOf(tests);
    }

    /** @param anyOf patterns of which one must fit */
    record Test(Template value, List<Matcher> anyOf) {
        Test {
            anyOf = List.copyOf(anyOf);
        }
    }

    /**
     * A text in which {@code *} stands for anything. {@code ""} fits only what is empty, {@code *} alone only what is not;
     * a leading {@code !} turns the pattern round.
     */
    record Matcher(Pattern pattern, boolean isNegated) {
        static Matcher of(String text) {
            boolean isNegated = text.startsWith("!");
            String plain = isNegated ? text.substring(1) : text;
            String regex = plain.equals("*") ? ".+" : Pattern.quote(plain).replace("*", "\\E.*\\Q");
            return new Matcher(Pattern.compile(regex, Pattern.DOTALL), isNegated);
        }

        boolean fits(String value) {
            return pattern.matcher(value).matches() != isNegated;
        }
    }

    boolean holds(Scope scope) throws UnreadableException {
        for (Test test : tests) {
            String value = test.value().text(scope);
            if (test.anyOf().stream().noneMatch(matcher -> matcher.fits(value))) {
                return false;
            }
        }
        return true;
    }
}
