package org.waybill.engine.mover.sftp;

import java.nio.file.Path;
import org.waybill.protocol.Protocol;

/** Who logs in where, and which file says what host keys are right. */
record SshAccount(String host, int port, String user, Path knownHosts) {
    String label() {
        return Protocol.SFTP.scheme() + "://" + user + "@" + host + ":" + port;
    }
}
