package tallygate.config;

/** Whether clients of a TLS listener show a certificate. */
public enum ClientAuth {
    NONE,
    /** One that is shown must be good; endpoints may ask for it by name. */
    OPTIONAL,
    /** No handshake succeeds without one. */
    REQUIRED
}
