package tallygate.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What this process is called. */
public final class Identity {
    private Identity() {}

    /** The version of the jar. */
    public static String version() {
        String version = Identity.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    /** Host and process, for people. */
    public static String nodeName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "unknown-host";
        }
        return host + "/" + ProcessHandle.current().pid();
    }
}
