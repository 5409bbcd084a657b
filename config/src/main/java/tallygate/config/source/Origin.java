package tallygate.config.source;

/** Where a value was written. */
public sealed interface Origin {
    /** A line of the configuration file, counted from 1. */
    record Line(int number) implements Origin {
        @Override
        public String toString() {
            return "line " + number;
        }
    }

    /** An environment variable that overrides the file. */
    record Variable(String name) implements Origin {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Written nowhere: the default stands. */
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }

    Origin NOWHERE = new Default();
}
