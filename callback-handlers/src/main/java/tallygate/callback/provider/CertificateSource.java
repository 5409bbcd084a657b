package tallygate.callback.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.signature.RawRequest;

/** Fetches the certificates that a provider signs its callbacks with, verified. Blocks; used by one thread at a time. */
public interface CertificateSource {
    /** The key of the endpoint that takes such certificates: what was fetched counts as if it were configured there. */
    String slot();

    /** How often to fetch without being asked; nothing where a request must name what is due. */
    Optional<Duration> every();

    /**
     * What a refused request names and might become verifiable by.
     *
     * @return the name of a certificate, never anything but what {@link #fetch} takes; nothing when the request names none
     */
    Optional<String> named(RawRequest refused);

    /**
     * @param name what {@link #named} gave; empty: all that the provider offers
     * @throws InterruptedException when the thread was interrupted
     */
    Fetched fetch(String name, QueryTools tools) throws InterruptedException;

    /** What came of fetching. */
    sealed interface Fetched {
        /** @param pems one text a certificate, with its intermediates behind it where it has some */
        record Certificates(List<String> pems) implements Fetched {
            public Certificates {
                pems = List.copyOf(pems);
            }
        }

        /** @param isOurs true when our credentials are refused or the answer is not the provider's */
        record Failed(String why, boolean isOurs) implements Fetched {}
    }
}
