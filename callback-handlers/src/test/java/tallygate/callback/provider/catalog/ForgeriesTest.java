package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.CallbackMaker.Spoil;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * What a forger does to a genuine callback, byte by byte and field by field. Whatever comes out is refused, or says exactly what its
 * signer said: an unsigned header may change, an event may not.
 */
class ForgeriesTest {
    private static final int FORGERIES_MIN = 30;
    private static final int REFUSED_MIN = 20;
    private static final int BYTES_OF_A_BODY = 30;
    private static final int BYTES_OF_A_HEADER = 8;
    private static final Set<String> IDENTITY_UNSIGNED = Set.of(
            "2checkout",
            "github",
            "iyzico",
            "mercadopago",
            "payu-latam",
            "phonepe",
            "razorpay",
            "shopify",
            "skrill",
            "toss",
            "wise",
            "xendit",
            "zen");
    private static final List<String> IDS = List.of(
            "X-Event-Id",
            "X-Request-Id",
            "webhook-id",
            "svix-id",
            "Idempotency-Key",
            "X-GitHub-Delivery",
            "Paypal-Transmission-Id",
            "Request-Id");

    /** They sign values in their order and not the names: a renamed amount is a missing one, and never another. */
    private static final Set<String> NAMES_UNSIGNED = Set.of("2checkout");

    /** @param what for the message of a failure */
    private record Forgery(String what, RawRequest request) {}

    static Stream<SampleEndpoint> signed() {
        return ConformanceTest.signed();
    }

    private static boolean coversTheBody(Made made) {
        return made.maker().spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.BODY).isPresent();
    }

    @ParameterizedTest
    @Tag("T-01")
    @MethodSource("signed")
    void nothingIsTakenButWhatTheSignerSaid(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest genuine = made.request();
        List<PaymentEvent> said = made.genuine(genuine).events();
        int refused = 0;
        List<Forgery> forgeries = forgeries(genuine);
        for (Forgery forgery : forgeries) {
            switch (made.judge(forgery.request)) {
                case Judgement.Refused r -> {
                    refused++;
                    assertThat(r.answer().status()).as(forgery.what).isGreaterThanOrEqualTo(400);
                }
                case Judgement.Genuine taken -> assertNoOtherMoney(endpoint, forgery.what, said, taken.events());
                case Judgement.NeedsConfirmation _, Judgement.Handshake _ -> {} // Neither carries an event.
            }
        }
        assertThat(forgeries).hasSizeGreaterThan(FORGERIES_MIN);
        if (coversTheBody(made)) {
            assertThat(refused).isGreaterThanOrEqualTo(REFUSED_MIN);
        }
    }

    /** A token that covers no byte of the body vouches for no money at all. */
    private static void assertNoOtherMoney(
            SampleEndpoint endpoint, String what, List<PaymentEvent> said, List<PaymentEvent> taken) {
        if (!coversTheBody(Made.of(endpoint))) {
            assertThat(taken).as(what).allMatch(event -> event.effect().isEmpty());
            return;
        }
        boolean areNamesUnsigned = NAMES_UNSIGNED.contains(endpoint.provider());
        assertThat(effects(taken)).as(what).isEqualTo(effects(said));
        for (int i = 0; i < said.size(); i++) {
            if (!areNamesUnsigned || taken.get(i).amountMinor().isPresent()) {
                assertThat(taken.get(i).amountMinor())
                        .as(what)
                        .isEqualTo(said.get(i).amountMinor());
                assertThat(taken.get(i).currency())
                        .as(what)
                        .isEqualTo(said.get(i).currency());
            }
        }
    }

    /**
     * A captured callback under another id is the same event, or none: identity comes from what was signed. These providers do not
     * sign it, or not all of it; what stands between their replay and a second payment is the effect key, which they sign.
     */
    @Test
    @Tag("T-03")
    void identityIsSignedByAllProvidersButThese() {
        Set<String> loose = new TreeSet<>();
        signed().forEach(endpoint -> {
            Made made = Made.of(endpoint);
            RawRequest genuine = made.request();
            List<Object> said = identities(made.genuine(genuine).events());
            List<Forgery> all = renamed(genuine);
            all.addAll(forgeries(genuine));
            for (Forgery each : all) {
                if (made.judge(each.request) instanceof Judgement.Genuine taken
                        && !identities(taken.events()).equals(said)) {
                    loose.add(endpoint.provider());
                }
            }
        });
        assertThat(loose).containsExactlyInAnyOrderElementsOf(IDENTITY_UNSIGNED);
    }

    private static List<Forgery> renamed(RawRequest genuine) {
        List<Forgery> renamed = new ArrayList<>();
        for (String id : IDS) {
            renamed.add(new Forgery(id + " added", with(genuine, new Header(id, "evt-other"))));
        }
        for (Header header : genuine.headers()) {
            renamed.add(new Forgery(header.name() + " changed", Made.replaced(genuine, header, "evt-other")));
        }
        renamed.add(new Forgery("a query added", targeted(genuine, genuine.target() + "?event_id=evt-other&id=9")));
        return renamed;
    }

    private static List<Object> identities(List<PaymentEvent> events) {
        return events.stream()
                .map(event -> (Object) List.of(event.eventId(), event.effect()))
                .toList();
    }

    private static List<Object> effects(List<PaymentEvent> events) {
        return events.stream().map(event -> (Object) event.effect()).toList();
    }

    private static List<Forgery> forgeries(RawRequest genuine) {
        List<Forgery> forgeries = new ArrayList<>();
        SplittableRandom dice = new SplittableRandom(7);
        byte[] body = genuine.body();
        for (int i = 0; i < BYTES_OF_A_BODY && body.length > 0; i++) {
            int at = dice.nextInt(body.length);
            byte[] flipped = body.clone();
            flipped[at] ^= (byte) (1 << dice.nextInt(8));
            forgeries.add(new Forgery("body byte " + at + " flipped", Made.withBody(genuine, flipped)));
        }
        for (int cut : new int[] {1, 2, body.length / 2, body.length}) {
            byte[] shorter = Arrays.copyOf(body, Math.max(0, body.length - cut));
            forgeries.add(new Forgery(cut + " bytes cut", Made.withBody(genuine, shorter)));
        }
        forgeries.add(new Forgery("an amount added", Made.withBody(genuine, joined(body, "&amount=1"))));
        forgeries.add(new Forgery("the body twice", Made.withBody(genuine, joined(body, text(body)))));
        forgeries.add(new Forgery("no header at all", Made.withHeaders(genuine, List.of())));
        for (Header header : genuine.headers()) {
            headers(forgeries, genuine, header, dice);
        }
        targets(forgeries, genuine, dice);
        return forgeries;
    }

    private static void headers(List<Forgery> to, RawRequest genuine, Header header, SplittableRandom dice) {
        String value = header.value();
        for (int i = 0; i < BYTES_OF_A_HEADER && !value.isEmpty(); i++) {
            int at = dice.nextInt(value.length());
            char other = (char) ('0' + (value.charAt(at) - '0' + 1 + 74) % 74);
            String flipped = value.substring(0, at) + other + value.substring(at + 1);
            to.add(new Forgery(header.name() + " char " + at, Made.replaced(genuine, header, flipped)));
        }
        for (String text : List.of("", "none", "null", "0", "alg=none", "eyJhbGciOiJub25lIn0..", value + "0")) {
            to.add(new Forgery(header.name() + " is " + text, Made.replaced(genuine, header, text)));
        }
        to.add(new Forgery(
                header.name() + " halved", Made.replaced(genuine, header, value.substring(value.length() / 2))));
        to.add(new Forgery(header.name() + " dropped", Made.without(genuine, header)));
    }

    private static void targets(List<Forgery> to, RawRequest genuine, SplittableRandom dice) {
        String target = genuine.target();
        int query = target.indexOf('?');
        for (int i = 0; i < BYTES_OF_A_BODY && query > 0 && query + 1 < target.length(); i++) {
            int at = query + 1 + dice.nextInt(target.length() - query - 1);
            char other = target.charAt(at) == '7' ? '3' : '7';
            to.add(new Forgery(
                    "target char " + at,
                    targeted(genuine, target.substring(0, at) + other + target.substring(at + 1))));
        }
        for (int i = 0; i < BYTES_OF_A_HEADER && query > 0; i++) {
            int at = query + 1 + dice.nextInt(target.length() - query - 1);
            to.add(new Forgery("target cut at " + at, targeted(genuine, target.substring(0, at))));
        }
        if (query > 0) {
            to.add(new Forgery("no query", targeted(genuine, target.substring(0, query))));
        }
    }

    private static RawRequest with(RawRequest request, Header more) {
        List<Header> headers = new ArrayList<>(request.headers());
        headers.add(more);
        return Made.withHeaders(request, headers);
    }

    private static RawRequest targeted(RawRequest request, String target) {
        return new RawRequest(
                request.method(), request.scheme(), request.authority(), target, request.headers(), request.body(), "");
    }

    private static byte[] joined(byte[] body, String more) {
        return (text(body) + more).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.ISO_8859_1);
    }
}
