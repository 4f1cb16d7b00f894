package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.engine.mover.trust.Secrets;

/**
 * The keys to offer: the user's files first, then what the running ssh-agent has. JSch's own mixing of the two
 * would hand the files' private keys to the agent.
 */
final class SshIdentities implements IdentityRepository {
    private static final System.Logger LOG = System.getLogger(SshIdentities.class.getName());

    private final List<Identity> identities = new ArrayList<>();

    SshIdentities(Credentials credentials, SshAccount account, @Nullable Path agentSocket) {
        JSch files = new JSch();
        SshHost at = account.at();
        List<Path> keys =
                at.identityFiles().isEmpty() ? credentials.sshKeys(account.host(), account.user()) : at.identityFiles();
        for (Path key : keys) {
            if (Files.isReadable(key)) {
                add(files, key, null, credentials.passphrase(key));
                for (Path certificate : at.certificateFiles()) {
                    add(files, key, certificate, credentials.passphrase(key));
                }
            }
        }
        identities.addAll(files.getIdentityRepository().getIdentities());
        Path agent = at.agent()
                .map(named -> named.equals("none") ? null : Path.of(named))
                .orElse(agentSocket);
        if (agent != null && !at.agent().equals(Optional.of("none"))) {
            addAgent(agent, at.identitiesOnly() ? keys : null);
        }
        // without a passphrase the other keys are tried before
        identities.sort(Comparator.comparing(Identity::isEncrypted));
    }

    private static void add(JSch files, Path key, @Nullable Path certificate, Optional<char[]> passphrase) {
        byte @Nullable [] bytes = passphrase.map(Secrets::utf8).orElse(null);
        try {
            files.addIdentity(key.toString(), certificate == null ? null : certificate.toString(), bytes);
        } catch (JSchException e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "the key " + key + " cannot be used: " + e.getMessage());
        } finally {
            if (bytes != null) {
                Arrays.fill(bytes, (byte) 0);
            }
        }
    }

    /** @param only public keys that may be offered, named by files next to them; null for all */
    private void addAgent(Path socket, @Nullable List<Path> only) {
        try {
            List<Identity> all = new AgentIdentityRepository(new SSHAgentConnector(socket)).getIdentities();
            Set<String> named = only == null ? Set.of() : publicKeys(only);
            all.stream()
                    .filter(one ->
                            only == null || named.contains(Base64.getEncoder().encodeToString(one.getPublicKeyBlob())))
                    .forEach(identities::add);
        } catch (AgentProxyException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "no ssh-agent at " + socket + ": " + e.getMessage());
        }
    }

    /** In base 64, as the second word of a {@code .pub} file; OpenSSH takes such a file for a key that an agent has. */
    private static Set<String> publicKeys(List<Path> files) {
        Set<String> keys = new HashSet<>();
        for (Path file : files) {
            for (String name : List.of(file + ".pub", file.toString(), file + "-cert.pub")) {
                try {
                    String[] words = Files.readString(Path.of(name)).split(" ", 3);
                    if (words.length > 1) {
                        keys.add(words[1].strip());
                    }
                } catch (IOException _) {
                    // the next one may be there
                }
            }
        }
        return keys;
    }

    @Override
    public String getName() {
        return "key files and agent";
    }

    @Override
    public int getStatus() {
        return RUNNING;
    }

    @Override
    public Vector<Identity> getIdentities() {
        return new Vector<>(identities);
    }

    @Override
    public boolean add(byte[] identity) {
        return false;
    }

    @Override
    public boolean remove(byte[] blob) {
        return false;
    }

    @Override
    public void removeAll() {
        identities.clear();
    }
}
