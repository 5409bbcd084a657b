package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.reconcile.statement.StatementFormat;

/**
 * A provider account whose statements are compared.
 *
 * @param source the account's name, the scope of its event ids
 * @param zone of its bill days
 * @param merchants the merchant numbers that are ours; empty: a file's word is taken
 * @param rules how rows are judged and what may be done about them
 * @param endpoints the endpoints that share the account, at least one
 */
public record Account(
        String source,
        StatementFormat format,
        ZoneId zone,
        Set<String> merchants,
        Rules rules,
        List<Target> endpoints) {
    /** What may be done about a movement that no callback told of. */
    public enum Recovering {
        /** Nothing: a person does it. */
        NEVER,
        /** Brought in when the provider's API says the same now. */
        ASK,
        /** Brought in on the statement's word, for providers that cannot be asked. */
        STATEMENT
    }

    /**
     * How rows are judged.
     *
     * @param orderPrefix what our order numbers begin with; empty: all rows are ours
     * @param poolBills how many bills may lack one of our movements before a person is told
     * @param recoveredMax how many movements one run may bring in: a broken file must not start thousands
     * @param openedMax how many discrepancies one run may open: a wrong mapping must not open a million
     * @param fees what was agreed on; empty: fees are not judged
     */
    public record Rules(
            String orderPrefix,
            int poolBills,
            Recovering recovering,
            int recoveredMax,
            int openedMax,
            Optional<AgreedFee> fees) {
        private static final int OPENED_MAX = 1_000;

        /** At most 1,000 discrepancies, fees not judged. */
        public Rules(String orderPrefix, int poolBills, Recovering recovering, int recoveredMax) {
            this(orderPrefix, poolBills, recovering, recoveredMax, OPENED_MAX, Optional.empty());
        }

        public Rules {
            if (poolBills < 1 || recoveredMax < 0) {
                throw new IllegalArgumentException("a pool lasts at least 1 bill and a run brings in at least 0, got "
                        + poolBills + ", " + recoveredMax);
            }
        }
    }

    /**
     * An endpoint of the account.
     *
     * @param runsEveryEvent true where the route claims no effect keys: nothing may be brought in there
     * @param sendsOriginal true where the route re-sends callbacks as they came: what is brought in has no such form and is held
     */
    public record Target(
            String endpoint, String provider, String route, boolean runsEveryEvent, boolean sendsOriginal) {}

    public Account {
        merchants = Set.copyOf(merchants);
        endpoints = List.copyOf(endpoints);
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("account " + source + " has no endpoint");
        }
    }

    /** The same account by the bill of its balance; empty where its provider has none that we read. */
    Optional<Account> fund() {
        return format.fund().map(fund -> new Account(source, fund, zone, merchants, rules, endpoints));
    }

    StatementFormat.Day day(LocalDate bill) {
        return format.day(bill, zone);
    }
}
