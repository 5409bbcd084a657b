package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;

/** Reads {@code events:}, how content becomes events. */
final class EventRuleReader {
    private final Section section;

    EventRuleReader(Section section) {
        this.section = section;
    }

    EventRule read() {
        EventRule.Fields fields = new EventRule.Fields(
                Expressions.choice(section, "id"),
                Expressions.choice(section, "type"),
                bizType(),
                Expressions.choice(section, "order"),
                Expressions.choice(section, "transaction"),
                Expressions.choice(section, "status"));
        EventRule rule = new EventRule(
                ModeReader.batch(section, "each"),
                section.text("inner").flatMap(word -> section.compiled("inner", word, Sources::parse)),
                fields,
                amounts(),
                times(),
                Expressions.templates(section, "digest"),
                effects(),
                new EventRule.Identity(
                        Expressions.templates(section, "merchant"), Expressions.templates(section, "app")),
                Expressions.conditions(section, "test"),
                section.word("body", EventRule.BodyForm.class, EventRule.BodyForm.JSON));
        section.done();
        return rule;
    }

    private Choice bizType() {
        Choice choice = Expressions.choice(section, "biz-type");
        for (Choice.Alternative alternative : choice.alternatives()) {
            for (String word : alternative.value().words()) {
                String biz = word.startsWith("text:") ? word.substring("text:".length()) : "";
                if (!EventRule.BIZ_TYPES.contains(biz)) {
                    section.complain(
                            "biz-type", "takes text:WORD with one of " + String.join(", ", EventRule.BIZ_TYPES));
                }
            }
        }
        return choice;
    }

    private List<EventRule.AmountChoice> amounts() {
        List<EventRule.AmountChoice> amounts = new ArrayList<>();
        for (Section amount : section.sections("amount")) {
            amounts.add(new EventRule.AmountChoice(
                    Expressions.condition(amount, "when"),
                    Expressions.choice(amount, "value"),
                    Expressions.choice(amount, "currency"),
                    unit(amount)));
            amount.done();
        }
        return amounts;
    }

    /** {@code unit:} and {@code decimals:} of amounts. */
    static Amounts unit(Section amount) {
        Map<String, Integer> decimals = new HashMap<>();
        amount.section("decimals").ifPresent(section -> {
            for (String currency : section.names()) {
                decimals.put(currency, section.number(currency, 2));
            }
        });
        return new Amounts(amount.word("unit", AmountUnit.class, AmountUnit.MINOR), decimals);
    }

    private List<EventRule.TimeChoice> times() {
        List<EventRule.TimeChoice> times = new ArrayList<>();
        for (Section time : section.sections("time")) {
            Optional<Template> value = Expressions.template(time, "value");
            TimeUnit unit = ModeReader.unit(time);
            value.ifPresent(template -> times.add(new EventRule.TimeChoice(template, unit)));
            time.done();
        }
        return times;
    }

    private List<EventRule.EffectChoice> effects() {
        List<EventRule.EffectChoice> effects = new ArrayList<>();
        for (Section effect : section.sections("effects")) {
            effects.add(new EventRule.EffectChoice(
                    Expressions.condition(effect, "when"),
                    effect.required("kind"),
                    Expressions.choice(effect, "reference")));
            effect.done();
        }
        return effects;
    }
}
