package org.waybill.engine.mover.sftp;

import java.nio.file.Path;

/** Who logs in where, and which file says what host keys are right. */
record SshAccount(String host, int port, String user, Path knownHosts) {
    String label() {
        return "sftp://" + user + "@" + host + ":" + port;
    }
}
