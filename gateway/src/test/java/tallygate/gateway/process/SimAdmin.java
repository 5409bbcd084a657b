package tallygate.gateway.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import tallygate.gateway.task.AdminStore;

/** The desk as the outcome probe sees it: every change is looked at by the checker. */
final class SimAdmin {
    private SimAdmin() {}

    static AdminStore of(SimWorld world) {
        AdminStore real = world.store();
        return (AdminStore) Proxy.newProxyInstance(
                AdminStore.class.getClassLoader(), new Class<?>[] {AdminStore.class}, (_, method, arguments) -> {
                    if (!method.getName().equals("change")) {
                        return method.invoke(real, arguments);
                    }
                    return world.checker().reopened(() -> {
                        try {
                            return method.invoke(real, arguments);
                        } catch (IllegalAccessException | InvocationTargetException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                });
    }
}
