package tallygate.gateway.admin.web;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import tallygate.gateway.http.RenewedTls;
import tallygate.gateway.http.ServerTls;

/** Asked at each handshake; contexts are kept by key pair, so a pair is made once for each renewal. */
final class ShownTls implements TlsProvider {
    private final RenewedTls tls;
    private volatile Pair last;

    private record Pair(ServerTls of, TlsKeyPair pair) {
        static Pair of(ServerTls tls) {
            return new Pair(tls, TlsKeyPair.of(tls.key(), tls.chain()));
        }
    }

    ShownTls(RenewedTls tls) {
        this.tls = tls;
        this.last = Pair.of(tls.current());
    }

    @Override
    public TlsKeyPair keyPair(String hostname) {
        Pair known = last;
        ServerTls now = tls.current();
        if (!known.of().equals(now)) {
            known = Pair.of(now);
            last = known;
        }
        return known.pair();
    }
}
