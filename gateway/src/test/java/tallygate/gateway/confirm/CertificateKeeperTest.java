package tallygate.gateway.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.QueryTools;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.signature.RawRequest;

class CertificateKeeperTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path folder;

    private Instant now = START;
    private final Queue<CertificateSource.Fetched> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> alerts = new ArrayList<>();
    private final AtomicInteger rebinds = new AtomicInteger();

    private final class Source implements CertificateSource {
        private final Optional<Duration> every;

        Source(Optional<Duration> every) {
            this.every = every;
        }

        @Override
        public String slot() {
            return "certificates";
        }

        @Override
        public Optional<Duration> every() {
            return every;
        }

        @Override
        public Optional<String> named(RawRequest refused) {
            return Optional.empty();
        }

        @Override
        public Fetched fetch(String name, QueryTools tools) {
            asked.add(name);
            return answers.isEmpty() ? new Fetched.Failed("away", true) : answers.remove();
        }
    }

    private CertificateKeeper keeper(Optional<Duration> every) {
        Alerts told = new Alerts() {
            @Override
            public void raise(Alert alert) {
                alerts.add("+" + alert.subject());
            }

            @Override
            public void resolve(String kind, String subject) {
                alerts.add("-" + subject);
            }
        };
        CertificateKeeper keeper = new CertificateKeeper(
                folder,
                new QueryTools(_ -> new OutboundAnswer.Unknown("none"), () -> now, new SplittableRandom(1)),
                told,
                new SimpleMeterRegistry(),
                rebinds::incrementAndGet);
        keeper.serve(Map.of("shop", new Source(every)));
        return keeper;
    }

    private static String pem(String name, Duration valid) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        var pair = generator.generateKeyPair();
        X500Principal principal = new X500Principal("CN=" + name);
        byte[] der = new JcaX509v3CertificateBuilder(
                        principal,
                        BigInteger.valueOf(name.hashCode()).abs(),
                        Date.from(START.minusSeconds(1)),
                        Date.from(START.plus(valid)),
                        principal,
                        pair.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                .getEncoded();
        return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END CERTIFICATE-----\n";
    }

    private static CertificateSource.Fetched fetched(String... pems) {
        return new CertificateSource.Fetched.Certificates(List.of(pems));
    }

    @Test
    void certificatesAreFetchedByTheHourKeptOverARestartAndDroppedWhenTheyExpire() throws Exception {
        String old = pem("old", Duration.ofHours(2));
        String next = pem("next", Duration.ofDays(30));
        answers.add(fetched(old));
        CertificateKeeper keeper = keeper(Optional.of(Duration.ofHours(1)));
        keeper.round(Optional.empty());
        keeper.round(Optional.empty());
        assertThat(asked).as("once an hour").hasSize(1);
        assertThat(keeper.of("shop")).containsExactly(old);
        assertThat(rebinds).hasValue(1);

        assertThat(keeper(Optional.empty()).of("shop")).as("another start").containsExactly(old);

        now = now.plus(Duration.ofHours(1));
        answers.add(fetched(next));
        keeper.round(Optional.empty());
        assertThat(keeper.of("shop")).as("both count while they change").containsExactly(old, next);
        now = now.plus(Duration.ofHours(1));
        answers.add(fetched(next));
        keeper.round(Optional.empty());
        assertThat(keeper.of("shop")).containsExactly(next);
        assertThat(rebinds).hasValue(3);
        now = now.plus(Duration.ofHours(1));
        answers.add(fetched(next));
        keeper.round(Optional.empty());
        assertThat(rebinds).as("nothing changed").hasValue(3);
    }

    @Test
    void aFailureIsToldTriedAgainAfterAMinuteAndLosesNothing() throws Exception {
        String held = pem("held", Duration.ofDays(30));
        answers.add(fetched(held));
        CertificateKeeper keeper = keeper(Optional.of(Duration.ofHours(1)));
        keeper.round(Optional.empty());
        now = now.plus(Duration.ofHours(1));
        keeper.round(Optional.empty());
        assertThat(alerts).endsWith("+shop");
        assertThat(keeper.of("shop")).containsExactly(held);
        now = now.plus(Duration.ofMinutes(1));
        answers.add(fetched(held));
        keeper.round(Optional.empty());
        assertThat(asked).hasSize(3);
        assertThat(alerts).endsWith("-shop");
    }

    @Tag("O-053")
    @Test
    @Tag("T-06")
    void namesFromUnverifiedRequestsCannotMakeItAskWithoutEnd() throws Exception {
        CertificateKeeper keeper = keeper(Optional.empty());
        for (int i = 0; i < 5_000; i++) {
            keeper.wanted("shop", "name-" + i);
        }
        keeper.round(Optional.of(new CertificateKeeper.Wanted("shop", "name-0")));
        keeper.round(Optional.of(new CertificateKeeper.Wanted("shop", "name-1")));
        assertThat(asked).as("five seconds apart").containsExactly("name-0");
        now = now.plus(Duration.ofSeconds(5));
        keeper.round(Optional.of(new CertificateKeeper.Wanted("shop", "name-2")));
        assertThat(asked).containsExactly("name-0", "name-2");
        keeper.round(Optional.of(new CertificateKeeper.Wanted("elsewhere", "x")));
        assertThat(asked).hasSize(2);
    }
}
