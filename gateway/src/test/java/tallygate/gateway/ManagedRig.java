package tallygate.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.identity.Role;

/** A management port on a real database, for what speaks to it from outside. */
public final class ManagedRig implements AutoCloseable {
    private final DeskRig rig = new DeskRig();
    private final WebServer web =
            WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), request -> {
                rig.pass(Duration.ofMillis(60)); // no caller is ever too fast
                return rig.desk().answer(request);
            });

    public String url() {
        return "http://127.0.0.1:" + web.port();
    }

    /** The management token. */
    public String token() {
        return DeskRig.TOKEN;
    }

    /** Somebody signed in. @return the cookie's value */
    public String person(String name, Role role) {
        return rig.person(name, role).cookie();
    }

    /** @return the number of a failed task */
    public String failed(String eventId, String error) {
        return rig.failed(eventId, error).toString();
    }

    public void empty() {
        for (String table :
                List.of("async_task", "audit_log", "user_account", "api_token", "approval", "bulk_job", "bulk_item")) {
            rig.change("DELETE FROM " + table);
        }
    }

    @Override
    public void close() {
        web.close();
        rig.close();
    }
}
