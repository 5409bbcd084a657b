package tallygate.gateway;

import java.time.Instant;

/** A management side whose people sign in by an identity provider; both have one clock. */
final class OidcScene implements AutoCloseable {
    private final DeskRig[] held = new DeskRig[1];
    final FakeProvider provider = new FakeProvider(this::now);
    final DeskRig rig = new DeskRig("""
        server:
          management:
            oidc:
              issuer: %s
              client-id: tallygate
              client-secret: the-secret
              redirect-uri: http://127.0.0.1:8081/login/oidc/callback
              admin-groups: [payments-admins]
              operator-groups: [payments-oncall]
              viewer-groups: [auditors]
        """.formatted(provider.issuer()));

    OidcScene() {
        held[0] = rig;
    }

    Instant now() {
        return held[0].now();
    }

    @Override
    public void close() {
        rig.close();
        provider.close();
    }
}
