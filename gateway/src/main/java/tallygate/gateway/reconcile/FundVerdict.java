package tallygate.gateway.reconcile;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What comparing a fund bill with a trade bill makes of a payment, a refund, a fee or a balance. A person of finance decides. */
enum FundVerdict {
    /** Booked, and no money moved though the bill of the day after is there too. */
    MISSING("fund-missing", "the trade bill has it, no fund bill has moved money for it; ask the provider"),
    /** Money moved for a payment or refund that no trade bill has. */
    UNKNOWN("fund-unknown", "money moved for something that no trade bill has; another product of the same account?"),
    DIFFERS("fund-differs", "another sum moved than the trade bill settles"),
    FEE("fund-fee", "another fee was taken than the trade bill says"),
    /** The balance behind a movement is not the one before it and the movement. */
    BALANCE("fund-balance", "the balance does not follow from the one before and this movement; a row is missing");

    static final Set<String> WORDS = Stream.of(values()).map(FundVerdict::word).collect(Collectors.toUnmodifiableSet());

    private final String word;
    private final String sentence;

    FundVerdict(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    String word() {
        return word;
    }

    String sentence() {
        return sentence;
    }
}
