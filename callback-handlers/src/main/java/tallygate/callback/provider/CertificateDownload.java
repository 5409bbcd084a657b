package tallygate.callback.provider;

/** The key by which an endpoint asks for the provider's certificates to be fetched. */
public final class CertificateDownload {
    public static final String KEY = "certificate-download";

    private CertificateDownload() {}

    public static boolean isOn(Credentials credentials) {
        return credentials.text(KEY).map(String::strip).filter("on"::equals).isPresent();
    }
}
