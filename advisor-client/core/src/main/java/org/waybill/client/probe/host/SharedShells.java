package org.waybill.client.probe.host;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.waybill.engine.Location;
import org.waybill.engine.mover.sftp.SshCommands;

/** SSH sessions in use: questions to one account that are asked at the same time log in once. For many threads. */
final class SharedShells {
    private final Function<Location, SshCommands> connect;
    private final Map<Location, Shell> inUse = new HashMap<>();

    SharedShells(Function<Location, SshCommands> connect) {
        this.connect = connect;
    }

    /** A session, or another user of one. */
    final class Shell implements AutoCloseable {
        private final Location at;
        private final SshCommands commands;
        private int users;

        private Shell(Location at) {
            this.at = at;
            this.commands = connect.apply(at);
        }

        SshCommands commands() {
            return commands;
        }

        /** The last user ends the session. */
        @Override
        public void close() {
            synchronized (inUse) {
                users--;
                if (users > 0) {
                    return;
                }
                inUse.remove(at, this);
            }
            commands.close();
        }
    }

    /** To be closed by each user. */
    Shell open(Location at) {
        synchronized (inUse) {
            Shell shell = inUse.computeIfAbsent(at, Shell::new);
            shell.users++;
            return shell;
        }
    }
}
