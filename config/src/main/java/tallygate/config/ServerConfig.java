package tallygate.config;

import tallygate.config.key.Group;
import tallygate.config.key.Section;

/** What listens, and how it stops. */
public record ServerConfig(CallbacksConfig callbacks, ManagementConfig management, DrainConfig drain) {
    static final Group GROUP = Group.of("server", "What listens, and how it stops.", "监听端口及其停止方式。")
            .with(
                    Group.Branch.one("callbacks", CallbacksConfig.GROUP),
                    Group.Branch.one("management", ManagementConfig.GROUP),
                    Group.Branch.one("drain", DrainConfig.GROUP));

    /** The defaults. */
    public static ServerConfig standard() {
        return Section.defaults(GROUP, ServerConfig::from);
    }

    static ServerConfig from(Section section) {
        var server = new ServerConfig(
                section.one("callbacks", CallbacksConfig::from),
                section.one("management", ManagementConfig::from),
                section.one("drain", DrainConfig::from));
        boolean isSamePort =
                server.callbacks().bind().port() == server.management().bind().port();
        if (isSamePort && server.callbacks().bind().port() != 0) {
            section.problem(
                    section.isWritten("management") ? "management" : "callbacks",
                    "callbacks and management both listen on port "
                            + server.callbacks().bind().port() + "; give them different ports");
        }
        return server;
    }
}
