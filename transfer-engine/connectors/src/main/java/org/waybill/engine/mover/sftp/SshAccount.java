package org.waybill.engine.mover.sftp;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.protocol.Protocol;

/**
 * Who logs in where, and which files say what host keys are right.
 *
 * @param scheme that the vault knows the account by
 * @param knownHosts the first one is where the user's new keys go
 * @param usualPort where the host is found if no port is named
 */
record SshAccount(SshHost at, String scheme, List<Path> knownHosts, int usualPort) {
    static SshAccount of(SshHost at, String scheme, Credentials credentials) {
        List<Path> own = at.knownHosts().isEmpty() ? List.of(credentials.knownHosts()) : at.knownHosts();
        return new SshAccount(
                at,
                scheme,
                Stream.concat(own.stream(), at.systemKnownHosts().stream()).toList(),
                credentials.sshConfig().host(at.alias(), 0, at.user()).port());
    }

    String host() {
        return at.hostName();
    }

    int port() {
        return at.port();
    }

    String user() {
        return at.user();
    }

    /** As a person names the server: by its alias, which ssh_config knows the rest of. */
    String url() {
        String name = at.alias().contains(":") ? "[" + at.alias() + "]" : at.alias();
        return Protocol.SFTP.scheme() + "://" + name + (port() == usualPort ? "" : ":" + port());
    }

    String label() {
        return Protocol.SFTP.scheme() + "://" + user() + "@" + host() + ":" + port();
    }
}
