package tallygate.blackbox;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A way to die without a word. */
public enum Kill {
    /** {@code kill -9} of the gateway's process group. */
    GROUP,
    /** {@code kill -9} of the gateway's JVM alone. */
    JVM,
    /** {@code kill -9} of the JVM and of all its descendants, the database server among them. */
    JVM_AND_DATABASE;

    /** @param gateway the leader of its process group */
    void strike(ProcessHandle gateway) throws IOException, InterruptedException {
        switch (this) {
            case GROUP -> {
                Process kill = new ProcessBuilder("kill", "-KILL", "--", "-" + gateway.pid())
                        .inheritIO()
                        .start();
                if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                    throw new IOException("kill of group " + gateway.pid() + " failed");
                }
            }
            case JVM -> gateway.destroyForcibly();
            case JVM_AND_DATABASE -> {
                List<ProcessHandle> descendants = gateway.descendants().toList();
                gateway.destroyForcibly();
                descendants.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }
}
