package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.provider.read.Amounts;

/**
 * How a provider's content is read into events.
 *
 * @param each where a request carries several; nothing: it is one event
 * @param inner where a JSON document stands as text inside the body
 * @param digest further values, besides the fields themselves, that make the event what it is
 * @param test what marks an event of the provider's test environment: any of them
 */
record EventRule(
        Optional<Batch> each,
        Optional<Source> inner,
        Fields fields,
        List<AmountChoice> amounts,
        List<TimeChoice> times,
        List<Template> digest,
        List<EffectChoice> effects,
        Identity identity,
        List<Condition> test,
        BodyForm body) {
    EventRule {
        amounts = List.copyOf(amounts);
        times = List.copyOf(times);
        digest = List.copyOf(digest);
        effects = List.copyOf(effects);
        test = List.copyOf(test);
    }

    /** What the body is expected to be. */
    enum BodyForm {
        JSON,
        FORM,
        /** Either, told by its first character. */
        JSON_OR_FORM,
        /** Everything is in the query. */
        QUERY
    }

    record Fields(Choice id, Choice type, Choice bizType, Choice order, Choice transaction, Choice status) {}

    /** @param rule unit and decimals */
    record AmountChoice(Condition when, Choice value, Choice currency, Amounts rule) {}

    record TimeChoice(Template value, TimeUnit unit) {}

    record EffectChoice(Condition when, String kind, Choice reference) {}

    /** Where the payload names whom it is for. Every value that is there must be the configured one. */
    record Identity(List<Template> merchant, List<Template> app) {
        Identity {
            merchant = List.copyOf(merchant);
            app = List.copyOf(app);
        }
    }

    /** The bizTypes that a definition may use, so that routes can rely on them. */
    static final Set<String> BIZ_TYPES = Set.of(
            "payment",
            "refund",
            "dispute",
            "payout",
            "transfer",
            "subscription",
            "mandate",
            "invoice",
            "customer",
            "risk",
            "report",
            "notice");
}
