package org.waybill.engine.mover;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.mover.trust.KnownServers;
import org.waybill.platform.Proxies;

/** Where movers get secrets from: a vault, an agent, key files. Secrets are cleared by the caller. */
public interface Credentials {
    /** The password of an account, if one is known. The caller overwrites the array after use. */
    Optional<char[]> password(String scheme, String host, int port, String user);

    /** Private key files to offer, best first. */
    List<Path> sshKeys(String host, @Nullable String user);

    /** The passphrase of a key file, if one is known. */
    Optional<char[]> passphrase(Path key);

    /** The known_hosts file that host keys are checked against. */
    Path knownHosts();

    /** What the user's ssh_config says of hosts. */
    default SshConfig sshConfig() {
        return SshConfig.NONE;
    }

    /** TLS servers whose certificate the user has said to be right. */
    default KnownServers knownServers() {
        return KnownServers.NONE;
    }

    /**
     * Asks the user.
     *
     * @param secret whether the answer is not shown
     * @param again whether the last answer to this question was wrong; a right one may be remembered for the transfer
     * @return empty where no one can be asked
     */
    default Optional<char[]> ask(String question, boolean secret, boolean again) {
        return Optional.empty();
    }

    /** SSH sessions that a person helped to open, for all who use these; null where each is closed with its user. */
    default @Nullable InteractiveSessions askedLogIns() {
        return null;
    }

    /** The proxies between this machine and servers. */
    default Proxies proxies() {
        return Proxies.NONE;
    }

    /** Certificates to trust besides the system's: a PEM file, if the user named one. */
    Optional<Path> trustedCertificates();

    /**
     * The certificate or proxy that the user keeps for a server, whether it is still valid or not.
     *
     * @param scheme {@code https}, {@code ftps} or {@code gsiftp}
     */
    default Optional<ClientCertificate> certificate(String scheme, String host, int port) {
        return Optional.empty();
    }

    /**
     * The user's token for storage servers as it is now; empty if there is none.
     *
     * @throws TransferException when there is one that must not be used
     */
    default Optional<BearerToken> bearerToken() throws TransferException {
        return Optional.empty();
    }

    /** The user's grid proxy: certificate, key and chain in one PEM file; empty if there is none. */
    default Optional<Path> gridProxy() {
        return Optional.empty();
    }

    /** The directory of the certification authorities that grid servers are checked against. */
    default Path gridAuthorities() {
        return Path.of("/etc/grid-security/certificates");
    }
}
