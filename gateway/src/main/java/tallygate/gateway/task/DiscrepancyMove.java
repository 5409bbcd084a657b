package tallygate.gateway.task;

/** What somebody does to a discrepancy. */
public sealed interface DiscrepancyMove {
    /** Somebody takes it, or hands it on. It goes with a note. */
    record Assign(String owner, String note) implements DiscrepancyMove {
        public Assign {
            requireText(owner, "an owner", 128);
        }
    }

    /** Nobody has it any more. */
    record PutBack(String note) implements DiscrepancyMove {}

    /** Settled: what was done, in words. */
    record Resolve(String resolution) implements DiscrepancyMove {
        public Resolve {
            requireText(resolution, "a resolution", 1000);
        }
    }

    /** Settled wrongly: open again, and why */
    record Reopen(String note) implements DiscrepancyMove {
        public Reopen {
            requireText(note, "a reason to open it again", 1000);
        }
    }

    /** The status it leads to. */
    default DiscrepancyStatus target() {
        return switch (this) {
            case Assign _ -> DiscrepancyStatus.IN_WORK;
            case PutBack _ -> DiscrepancyStatus.OPEN;
            case Resolve _ -> DiscrepancyStatus.RESOLVED;
            case Reopen _ -> DiscrepancyStatus.OPEN;
        };
    }

    /** The word of the audit log. */
    default String action() {
        return switch (this) {
            case Assign _ -> "discrepancy-assign";
            case PutBack _ -> "discrepancy-put-back";
            case Resolve _ -> "discrepancy-resolve";
            case Reopen _ -> "discrepancy-reopen";
        };
    }

    /** What the mover wrote. */
    default String words() {
        return switch (this) {
            case Assign assign -> assign.note();
            case PutBack(var note) -> note;
            case Resolve(var resolution) -> resolution;
            case Reopen(var note) -> note;
        };
    }

    private static void requireText(String text, String what, int max) {
        if (text.isBlank() || text.length() > max) {
            throw new IllegalArgumentException(what + " has 1.." + max + " characters, got " + text.length());
        }
    }
}
