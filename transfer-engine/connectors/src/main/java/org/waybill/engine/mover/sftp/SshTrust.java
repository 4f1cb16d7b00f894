package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.trust.UnknownServerException;
import org.waybill.platform.PrivateFiles;

/** Which SSH servers the user's files know. */
public final class SshTrust {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private SshTrust() {}

    /** Whether the files have a key for the server, right or not. Asks no one. */
    public static boolean isKnown(Location at, Credentials credentials) {
        SshAccount account = account(at, credentials);
        try {
            return HostKeyCheck.of(account.knownHosts()).knows(account.at().knownName());
        } catch (JSchException _) {
            return false;
        }
    }

    /**
     * Sees whether a server that is not known answers, and what key it shows.
     *
     * @throws TransferException because of an {@link UnknownServerException}, which it or a jump host is, or of the
     *     proxy before it
     */
    public static void requireKnown(Location at, Credentials credentials, @Nullable Path agentSocket)
            throws TransferException, InterruptedException {
        if (isKnown(at, credentials)) {
            return;
        }
        try (SshCommands commands = new SshCommands(at, credentials, agentSocket)) {
            commands.run("exit", PATIENCE);
        } catch (TransferException e) {
            if (UnknownServerException.in(e).isPresent() || ProxySockets.ProxyException.in(e) != null) {
                throw e;
            }
        }
    }

    /** Forgets a server in the user's own files; whether it was there. */
    public static boolean remove(Location at, Credentials credentials) throws IOException {
        SshAccount account = account(at, credentials);
        boolean removed = false;
        List<Path> own = account.knownHosts()
                .subList(
                        0,
                        account.knownHosts().size()
                                - account.at().systemKnownHosts().size());
        for (Path file : own) {
            removed |= Files.isRegularFile(file)
                    && remove(file.toRealPath(), account.at().knownName());
        }
        return removed;
    }

    private static boolean remove(Path file, String name) throws IOException {
        List<String> rest = new ArrayList<>();
        boolean removed = false;
        for (String line :
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
            boolean names = !line.startsWith("@") && HostKeyCheck.ofLine(line).knows(name);
            removed |= names;
            if (!names) {
                rest.add(line + "\n");
            }
        }
        if (removed) {
            PrivateFiles.replace(file, String.join("", rest).getBytes(StandardCharsets.ISO_8859_1));
        }
        return removed;
    }

    private static SshAccount account(Location at, Credentials credentials) {
        return new SshLogin(credentials, at.scheme(), null)
                .account(credentials.sshConfig().host(at.host(), at.port(), at.user()));
    }
}
