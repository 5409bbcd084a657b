package tallygate.gateway.http;

/** Whether connections begin with a PROXY protocol header (version 1 or 2) that names the real client. */
public enum ProxyProtocol {
    /** No header is understood. */
    OFF,
    /** A trusted proxy may send a header or not; of anybody else it is a bad request. */
    OPTIONAL,
    /** Every connection comes from a trusted proxy and begins with a header; any other is closed. */
    REQUIRED
}
