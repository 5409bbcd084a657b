package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Refused requests are kept whole, capped, counted and found again. */
interface RejectedContract extends StoreContract {
    RejectedStore.Caps CAPS = new RejectedStore.Caps(3, 5);

    private Instant now() {
        return TaskIds.instantOf(rig().ids().next()).truncatedTo(ChronoUnit.MILLIS);
    }

    private Rejection rejection(String address, Reason reason) {
        byte[] body = {'{', 0, (byte) 0xff, '\r', '\n', '}'};
        RawRequest request = new RawRequest(
                "POST",
                "https",
                "pay.example.com:8443",
                "/callbacks/shop?q=%2B",
                List.of(new Header("Stripe-Signature", "t=1,v1=ab"), new Header("X", ""), new Header("x", "ü: \\n\n")),
                body,
                address);
        return new Rejection("shop", "stripe", reason, "no key matches", now(), Duration.ofDays(3), request);
    }

    @Test
    default void aRefusedRequestIsKeptExactly() {
        Rejection rejection = rejection("203.0.113.1", Reason.SIGNATURE_MISMATCH);
        var kept = (RejectedStore.Kept.Stored)
                rig().rejected().keep(List.of(rejection), CAPS).getFirst();
        RejectedRequest found = rig().rejected().find(kept.id()).orElseThrow();
        assertThat(found.isIntact()).isTrue();
        assertThat(found.result()).isEmpty();
        assertThat(found.keepUntil()).isEqualTo(rejection.arrivedAt().plus(Duration.ofDays(3)));
        Rejection back = found.rejection();
        assertThat(back.reason()).isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(back.detail()).isEqualTo("no key matches");
        assertThat(back.arrivedAt()).isEqualTo(rejection.arrivedAt());
        assertThat(back.request()).usingRecursiveComparison().isEqualTo(rejection.request());
        assertThat(rig().rejected().find(kept.id() + 1)).isEmpty();
    }

    @Test
    default void moreThanTheCapOfOneSenderIsOnlyCounted() {
        Rejection one = rejection("203.0.113.1", Reason.SIGNATURE_MISMATCH);
        List<RejectedStore.Kept> kept = rig().rejected().keep(Collections.nCopies(5, one), CAPS);
        assertThat(kept.subList(0, 3)).allMatch(RejectedStore.Kept.Stored.class::isInstance);
        assertThat(kept.subList(3, 5)).allMatch(RejectedStore.Kept.Capped.class::isInstance);
        assertThat(rig().rejected().keep(List.of(rejection("203.0.113.1", Reason.TIMESTAMP_EXPIRED)), CAPS))
                .as("another reason has a cap of its own")
                .first()
                .isInstanceOf(RejectedStore.Kept.Stored.class);
        assertThat(rig().rejected().tallies(LocalDate.ofInstant(now(), ZoneOffset.UTC)))
                .contains(new RejectedStore.Tally(
                        LocalDate.ofInstant(now(), ZoneOffset.UTC),
                        "shop",
                        "203.0.113.1",
                        Reason.SIGNATURE_MISMATCH,
                        3,
                        2));
    }

    @Test
    default void manySendersTogetherHaveACapToo() {
        long kept = 0;
        for (int i = 0; i < 10; i++) {
            var answer = rig().rejected()
                    .keep(List.of(rejection("203.0.113." + i, Reason.SIGNATURE_MISSING)), CAPS)
                    .getFirst();
            kept += answer instanceof RejectedStore.Kept.Stored ? 1 : 0;
        }
        assertThat(kept).isEqualTo(5);
        assertThat(rig().rejected().list("shop", Long.MAX_VALUE, 100)).hasSize(5);
    }

    @Test
    default void theyAreListedNewestFirstByEndpoint() {
        rig().rejected().keep(List.of(rejection("a", Reason.PROBE), rejection("b", Reason.PROBE)), CAPS);
        List<RejectedRequest> all = rig().rejected().list("", Long.MAX_VALUE, 10);
        assertThat(all)
                .extracting(row -> row.rejection().request().remoteAddress())
                .containsExactly("b", "a");
        assertThat(rig().rejected().list("", all.getFirst().id(), 10)).hasSize(1);
        assertThat(rig().rejected().list("other", Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    default void aLaterVerificationIsNotedWithAnAuditRowAndGenuineStays() {
        var kept = (RejectedStore.Kept.Stored) rig().rejected()
                .keep(List.of(rejection("a", Reason.KEY_UNKNOWN)), CAPS)
                .getFirst();
        Actor ada = new Actor("ada", "cli");
        assertThat(rig().rejected().markVerifiedAgain(kept.id(), "signature-mismatch", ada))
                .isTrue();
        assertThat(rig().rejected().markVerifiedAgain(kept.id(), "genuine task=5", ada))
                .isTrue();
        assertThat(rig().rejected().markVerifiedAgain(kept.id(), "signature-mismatch", ada))
                .isTrue();
        assertThat(rig().rejected().markVerifiedAgain(kept.id() + 1, "genuine", ada))
                .isFalse();
        assertThat(rig().rejected().find(kept.id()).orElseThrow().result()).isEqualTo("genuine task=5");
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10))
                .hasSize(3)
                .allMatch(row -> row.action().equals("rejected-verify"));
    }

    @Test
    default void whatIsPastItsTimeIsPurged() {
        Rejection young = rejection("a", Reason.PROBE);
        Rejection old = new Rejection(
                "shop",
                "stripe",
                Reason.PROBE,
                "",
                now().minus(Duration.ofDays(4)),
                Duration.ofDays(3),
                young.request());
        rig().rejected().keep(List.of(young, old), CAPS);
        assertThat(rig().rejected().purge(100)).isEqualTo(1);
        assertThat(rig().rejected().purge(100)).isZero();
        assertThat(rig().rejected().list("", Long.MAX_VALUE, 10)).hasSize(1);
    }
}
