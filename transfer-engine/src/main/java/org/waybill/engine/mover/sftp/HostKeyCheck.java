package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.Sha256;

/** The known_hosts file, and a note of which key the server showed: a refusal can then name its fingerprint. */
final class HostKeyCheck implements HostKeyRepository {
    private final HostKeyRepository knownHosts;
    private byte @Nullable [] shownKey;
    private int verdict = NOT_INCLUDED;

    HostKeyCheck(HostKeyRepository knownHosts) {
        this.knownHosts = knownHosts;
    }

    /** Whether the server proved to be the one that is known: what fails from then on is about the user. */
    boolean isAccepted() {
        return shownKey != null && verdict == OK;
    }

    boolean isChanged() {
        return verdict == CHANGED;
    }

    /** The key type and fingerprint as OpenSSH prints them; empty when the server showed none. */
    String shown() {
        byte[] key = shownKey;
        if (key == null) {
            return "";
        }
        return type(key) + " SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(key));
    }

    /** The type as {@code ssh-keyscan -t} wants it. */
    String keyscanType() {
        String type = shownKey == null ? "" : type(shownKey);
        return type.startsWith("ecdsa") ? "ecdsa" : type.startsWith("ssh-rsa") ? "rsa" : "ed25519";
    }

    private static String type(byte[] key) {
        try {
            return new HostKey("shown", key).getType();
        } catch (JSchException _) {
            return "unknown";
        }
    }

    @Override
    public int check(String host, byte[] key) {
        shownKey = key.clone();
        verdict = knownHosts.check(host, key);
        return verdict;
    }

    @Override
    public void add(HostKey key, UserInfo user) {
        throw new UnsupportedOperationException("keys are added by the user alone");
    }

    @Override
    public void remove(String host, String type) {
        throw new UnsupportedOperationException("keys are removed by the user alone");
    }

    @Override
    public void remove(String host, String type, byte[] key) {
        throw new UnsupportedOperationException("keys are removed by the user alone");
    }

    @Override
    public String getKnownHostsRepositoryID() {
        return knownHosts.getKnownHostsRepositoryID();
    }

    @Override
    public HostKey[] getHostKey() {
        return knownHosts.getHostKey();
    }

    @Override
    public HostKey[] getHostKey(String host, String type) {
        return knownHosts.getHostKey(host, type);
    }
}
