package org.waybill.service;

import java.nio.channels.ClosedChannelException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** How much of what the libraries log is worth a line in the log of a command. */
final class LogLevels {
    /** Kept, since java.util.logging forgets levels of loggers without references. */
    private static final Map<Logger, Level> LEVELS = new LinkedHashMap<>();

    static {
        for (String chatty :
                new String[] {"org.springframework", "org.apache", "org.hibernate", "com.zaxxer", "com.caucho"}) {
            LEVELS.put(Logger.getLogger(chatty), Level.WARNING);
        }
        // the container's word on failures of requests, which the service has said already
        for (String container :
                new String[] {"org.apache.catalina.core.ContainerBase", "org.apache.catalina.core.StandardHostValve"}) {
            LEVELS.put(Logger.getLogger(container), Level.OFF);
        }
        // what these warn of is thrown as well, or is a note for the libraries' own developers
        for (String repeated : new String[] {
            "org.hibernate.orm.jdbc.error",
            "org.hibernate.orm.deprecation",
            "org.hibernate.orm.jdbc.batch",
            "org.flywaydb",
            "org.springframework.web"
        }) {
            LEVELS.put(Logger.getLogger(repeated), Level.SEVERE);
        }
    }

    private static final Logger CONNECTIONS = Logger.getLogger("org.apache.tomcat.util.net.NioEndpoint");

    private LogLevels() {}

    static void apply() {
        LEVELS.forEach(Logger::setLevel);
        // a connection that was sent away before the container looked at it; strangers would fill the log with it
        CONNECTIONS.setFilter(entry -> !(entry.getThrown() instanceof ClosedChannelException));
    }
}
