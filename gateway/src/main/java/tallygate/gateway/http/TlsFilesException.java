package tallygate.gateway.http;

/** The PEM files of a listener cannot be used; the message names the file and says what to do. */
public final class TlsFilesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TlsFilesException(String message) {
        super(message);
    }

    TlsFilesException(String message, Throwable cause) {
        super(message, cause);
    }
}
