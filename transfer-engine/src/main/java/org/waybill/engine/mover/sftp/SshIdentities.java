package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.Secrets;

/**
 * The keys to offer: the user's files first, then what the running ssh-agent has. JSch's own way of mixing the two
 * would hand the files' private keys to the agent.
 */
final class SshIdentities implements IdentityRepository {
    private static final System.Logger LOG = System.getLogger(SshIdentities.class.getName());

    private final List<Identity> identities = new ArrayList<>();

    SshIdentities(Credentials credentials, SshAccount account, @Nullable Path agentSocket) {
        JSch files = new JSch();
        for (Path key : credentials.sshKeys(account.host(), account.user())) {
            if (Files.isReadable(key)) {
                add(files, key, credentials.passphrase(key));
            }
        }
        identities.addAll(files.getIdentityRepository().getIdentities());
        if (agentSocket != null) {
            addAgent(agentSocket);
        }
    }

    private static void add(JSch files, Path key, Optional<char[]> passphrase) {
        byte @Nullable [] bytes = passphrase.map(Secrets::utf8).orElse(null);
        try {
            files.addIdentity(key.toString(), bytes);
        } catch (JSchException e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "the key " + key + " cannot be used: " + e.getMessage());
        } finally {
            if (bytes != null) {
                Arrays.fill(bytes, (byte) 0);
            }
        }
    }

    private void addAgent(Path socket) {
        try {
            identities.addAll(new AgentIdentityRepository(new SSHAgentConnector(socket)).getIdentities());
        } catch (AgentProxyException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "no ssh-agent at " + socket + ": " + e.getMessage());
        }
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
