package tallygate.gateway.desk;

import java.util.List;
import java.util.Optional;

/**
 * The audit log's hash chain: each row's digest covers the row and the digest before it, so that a changed, removed or inserted row
 * breaks every digest behind it. The newest digest is set aside once an hour.
 */
public interface ChainStore {
    /** Where the chain does not hold. */
    record Break(long chainSeq, String what) {}

    /** What a verification came to; some seconds of unsealed rows are normal. */
    record Verdict(long sealed, long unsealed, Optional<Break> firstBreak) {}

    /**
     * Seals rows that are not sealed yet, in the order of their numbers. Nodes take turns by a row lock.
     *
     * @return how many were sealed
     */
    int seal(int limit);

    /** Reads the whole chain and stops at the first break. */
    Verdict verify();

    /**
     * A digest that was put where the database's owner cannot write.
     *
     * @param rowHash hex
     */
    record Head(long chainSeq, String rowHash) {}

    /** The newest digest; empty while nothing is sealed. */
    Optional<Head> head();

    /** The first of these digests that the chain does not have at its place. */
    Optional<Break> compare(List<Head> heads);

    /**
     * Tasks whose state no attempt and no audit row explains: compensated without a deed; failed without a failed attempt; success
     * without a start, or after a try that ended otherwise; not failed any more without a deed. Somebody changed the table by
     * hand.
     *
     * @return lines like {@code task 123 is compensated}, at most so many
     */
    List<String> unexplained(int limit);
}
