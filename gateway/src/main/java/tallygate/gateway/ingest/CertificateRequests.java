package tallygate.gateway.ingest;

/** Who is told when a refused request names a certificate that its endpoint may fetch. Never blocks. */
@FunctionalInterface
public interface CertificateRequests {
    CertificateRequests NOBODY = (_, _) -> {};

    void wanted(String endpoint, String name);
}
