package tallygate.gateway.http;

/** Key and certificates of a listener that is not made here, read again from the same files when those were renewed. */
public final class RenewedTls {
    private final TlsFiles files;
    private volatile ServerTls current;

    private RenewedTls(TlsFiles files, ServerTls first) {
        this.files = files;
        this.current = first;
    }

    /** @throws TlsFilesException that names the file and what to do */
    public static RenewedTls read(TlsFiles files) {
        return new RenewedTls(files, ServerTls.read(files));
    }

    /** What the next handshake is to show. */
    public ServerTls current() {
        return current;
    }

    /**
     * Open connections go on. Other authorities for client certificates need a restart.
     *
     * @throws TlsFilesException that names the file and what to do; the last good ones stay
     */
    public void renew() {
        current = ServerTls.read(files);
    }
}
