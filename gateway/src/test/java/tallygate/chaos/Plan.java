package tallygate.chaos;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tallygate.blackbox.StripeCallback;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Script;

/** A seeded stream of notices: payments, second events of one payment, sagas, forgeries, small ones and large ones. */
final class Plan {
    /** A card number of Stripe's test page: it must not turn up in a log. */
    static final String CARD = "4242424242424242";

    private static final int LARGE_CHARACTERS = 60_000;

    private final SplittableRandom dice;
    private final String secret;
    private final String run;
    private final List<Notice> paid = new ArrayList<>();
    private int number;

    Plan(long seed, String secret) {
        this.dice = new SplittableRandom(seed);
        this.secret = secret;
        this.run = Long.toHexString(seed);
    }

    Notice next() {
        int roll = dice.nextInt(100);
        if (roll < 8 && !paid.isEmpty()) {
            Notice first = paid.get(dice.nextInt(paid.size()));
            return new Notice("evt_again_" + run + "_" + number++, Script.PLAIN, first.payment(), first.amount());
        }
        Notice notice = next(script(roll));
        if (notice.script() == Script.PLAIN) {
            paid.add(notice);
        }
        return notice;
    }

    /** The next one of this script. */
    Notice next(Script script) {
        String name = script.name().toLowerCase(java.util.Locale.ROOT);
        String id = name + "_" + run + "_" + number++;
        return new Notice("evt_" + id, script, "pi_" + id, 100 + dice.nextInt(9_000));
    }

    private static Script script(int roll) {
        if (roll < 20) {
            return Script.FLAKY;
        }
        if (roll < 25) {
            return Script.EARLY;
        }
        if (roll < 30) {
            return Script.POISON;
        }
        if (roll < 36) {
            return Script.FLOW;
        }
        if (roll < 41) {
            return Script.FLOW_REFUSED;
        }
        if (roll < 43) {
            return Script.FLOW_STUCK;
        }
        return roll < 46 ? Script.FORGED : Script.PLAIN;
    }

    /** The same body each time, signed anew: the time of signing is part of the signature. */
    StripeCallback signed(Notice notice, Instant created) throws GeneralSecurityException {
        boolean isLarge = notice.event().hashCode() % 5 == 0;
        String json = """
            {"id":"%s","object":"event","type":"payment_intent.succeeded","created":%d,"data":{"object":{"id":"%s",\
            "object":"payment_intent","amount":%d,"amount_received":%d,"currency":"usd","status":"succeeded",\
            "description":"card %s %s","metadata":{"order_id":"%s"}}}}\
            """.formatted(
                        notice.event(),
                        created.getEpochSecond(),
                        notice.payment(),
                        notice.amount(),
                        notice.amount(),
                        CARD,
                        isLarge ? "x".repeat(LARGE_CHARACTERS) : "",
                        notice.payment());
        return StripeCallback.signed(json, notice.script() == Script.FORGED ? "whsec_somebody_else" : secret);
    }

    /** The endpoint that a script's notices go to. */
    static String endpoint(Script script) {
        return switch (script) {
            case FLOW, FLOW_REFUSED, FLOW_STUCK -> "flow";
            case PLAIN, FLAKY, EARLY, POISON, FORGED -> "shop";
        };
    }
}
