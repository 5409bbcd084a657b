package tallygate.gateway.reconcile.statement;

import java.time.LocalDate;
import java.util.Set;

/**
 * What a file must be to be taken for an account's statement.
 *
 * @param day the bill day in the provider's zone
 * @param merchants the merchant numbers that are ours; empty: the file's word is taken
 * @param sha1 hex of the uncompressed text as the provider's API told it; empty: it told none
 */
public record Expected(LocalDate day, Set<String> merchants, String sha1) {
    public Expected {
        merchants = Set.copyOf(merchants);
    }

    void requireOurs(String merchant) throws BadRowException {
        if (!merchants.isEmpty() && !merchants.contains(merchant)) {
            throw new BadRowException("merchant " + merchant + " is none of ours " + merchants);
        }
    }
}
