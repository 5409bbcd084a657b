package tallygate.gateway.http;

/** Whether clients of a TLS listener show a certificate. */
public enum ClientCertificates {
    NONE,
    /** One that is shown must be good. */
    OPTIONAL,
    /** No handshake succeeds without one. */
    REQUIRED
}
