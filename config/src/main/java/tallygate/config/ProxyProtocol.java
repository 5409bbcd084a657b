package tallygate.config;

/** Whether connections begin with a PROXY protocol header, version 1 or 2. */
public enum ProxyProtocol {
    OFF,
    /** Trusted proxies may send one. */
    OPTIONAL,
    /** Every connection comes from a trusted proxy and begins with one. */
    REQUIRED
}
