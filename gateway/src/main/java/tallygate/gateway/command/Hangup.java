package tallygate.gateway.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls back on SIGHUP. The JDK has no supported way to hear a signal; {@code sun.misc.Signal} is found by name, so that a Java
 * without it only loses this one way to reload.
 */
final class Hangup {
    private static final Logger log = LoggerFactory.getLogger(Hangup.class);

    private Hangup() {}

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
    static void listen(Runnable reload) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler onSignal = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    Thread.ofVirtual().name("reload").start(reload);
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "reload on SIGHUP";
            };
            Object proxy = Proxy.newProxyInstance(Hangup.class.getClassLoader(), new Class<?>[] {handler}, onSignal);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
        } catch (ReflectiveOperationException e) {
            log.warn("SIGHUP cannot be heard on this Java ({}); reload by POST /api/v1/reload", e.toString());
        }
    }
}
