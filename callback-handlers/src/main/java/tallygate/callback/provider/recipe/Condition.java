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
    record Matcher(Shape shape, boolean isNegated) {
        static Matcher of(String text) {
            boolean isNegated = text.startsWith("!");
            String plain = isNegated ? text.substring(1) : text;
            return new Matcher(Shape.of(plain), isNegated);
        }

        boolean fits(String value) {
            return shape.fits(value) != isNegated;
        }
    }

    /** What a pattern demands; most are whole words or beginnings, which need no regular expression. */
    sealed interface Shape {
        boolean fits(String value);

        static Shape of(String plain) {
            if (plain.equals("*")) {
                return new Something();
            }
            int star = plain.indexOf('*');
            if (star < 0) {
                return new Word(plain);
            }
            return star == plain.length() - 1
                    ? new Beginning(plain.substring(0, star))
                    : new Wild(Pattern.compile(Pattern.quote(plain).replace("*", "\\E.*\\Q"), Pattern.DOTALL));
        }

        record Something() implements Shape {
            @Override
            public boolean fits(String value) {
                return !value.isEmpty();
            }
        }

        record Word(String word) implements Shape {
            @Override
            public boolean fits(String value) {
                return word.equals(value);
            }
        }

        record Beginning(String prefix) implements Shape {
            @Override
            public boolean fits(String value) {
                return value.startsWith(prefix);
            }
        }

        record Wild(Pattern pattern) implements Shape {
            @Override
            public boolean fits(String value) {
                return pattern.matcher(value).matches();
            }
        }
    }

    boolean holds(Scope scope) throws UnreadableException {
        for (Test test : tests) {
            if (!fitsAny(test.anyOf(), test.value().text(scope))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsAny(List<Matcher> anyOf, String value) {
        for (Matcher matcher : anyOf) {
            if (matcher.fits(value)) {
                return true;
            }
        }
        return false;
    }
}
