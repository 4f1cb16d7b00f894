package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.trust.ServerIdentity;

/** The known_hosts files, and a note of which key the server showed: a refusal can then name its fingerprint. */
final class HostKeyCheck implements HostKeyRepository {
    private final List<HostKeyRepository> files;
    private byte @Nullable [] shownKey;
    private int verdict = NOT_INCLUDED;
    private List<HostKey> known = List.of();

    HostKeyCheck(List<HostKeyRepository> files) {
        this.files = files;
    }

    static HostKeyCheck of(List<Path> knownHosts) throws JSchException {
        List<HostKeyRepository> files = new ArrayList<>();
        for (Path file : knownHosts) {
            JSch one = new JSch();
            one.setKnownHosts(file.toString());
            files.add(one.getHostKeyRepository());
        }
        return new HostKeyCheck(files);
    }

    /** One line of such a file. */
    static HostKeyCheck ofLine(String line) {
        JSch one = new JSch();
        try {
            one.setKnownHosts(new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.ISO_8859_1)));
            return new HostKeyCheck(List.of(one.getHostKeyRepository()));
        } catch (JSchException _) {
            return new HostKeyCheck(List.of());
        }
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
        return key == null ? "" : type(key) + " " + ServerIdentity.fingerprint(key);
    }

    /** Of the key that the server showed; empty when it showed none. */
    String fingerprint() {
        byte[] key = shownKey;
        return key == null ? "" : ServerIdentity.fingerprint(key);
    }

    /** What to keep of a server that was never seen. */
    Optional<ServerIdentity> identity(SshAccount account) {
        byte[] key = shownKey;
        if (key == null || verdict != NOT_INCLUDED || !account.at().asksForKeys()) {
            return Optional.empty();
        }
        String name = account.at().knownName();
        String entry = (account.at().hashesKnownHosts() ? HashedName.of(name) : name) + " " + type(key) + " "
                + Base64.getEncoder().encodeToString(key);
        return Optional.of(new ServerIdentity(
                "host key",
                name,
                ServerIdentity.fingerprint(key),
                account.knownHosts().getFirst().toString(),
                entry));
    }

    /** Whether the files have a key for a name. */
    boolean knows(String name) {
        return !keysOf(name).isEmpty();
    }

    /** Those of this name alone: JSch counts those of the same host at its usual port too. */
    private List<HostKey> keysOf(String name) {
        List<HostKey> ofHost = name.startsWith("[") && name.contains("]:")
                ? List.of(getHostKey(name.substring(1, name.lastIndexOf("]:")), null))
                : List.of();
        return Stream.of(getHostKey(name, null))
                .filter(one -> one.getMarker().isEmpty() && !ofHost.contains(one))
                .toList();
    }

    private static String type(byte[] key) {
        try {
            return new HostKey("shown", key).getType();
        } catch (JSchException _) {
            return "unknown";
        }
    }

    /** The keys that the files have for the server that was checked, as "type SHA256:..."; empty if there are none. */
    String knownKeys() {
        return known.stream()
                .map(key -> key.getType() + " "
                        + ServerIdentity.fingerprint(Base64.getDecoder().decode(key.getKey())))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /**
     * A name whose keys are all of other types has a changed key too: the true server would show the known one. What is
     * known of the same host at its usual port speaks for a key, as for OpenSSH, and not against it.
     */
    @Override
    public int check(String host, byte[] key) {
        shownKey = key.clone();
        known = keysOf(host);
        boolean right = files.stream().anyMatch(file -> file.check(host, key) == OK);
        verdict = right ? OK : known.isEmpty() ? NOT_INCLUDED : CHANGED;
        return verdict;
    }

    @Override
    public void add(HostKey key, UserInfo user) {
        throw new UnsupportedOperationException("only the user adds keys");
    }

    @Override
    public void remove(String host, String type) {
        throw new UnsupportedOperationException("only the user removes keys");
    }

    @Override
    public void remove(String host, String type, byte[] key) {
        throw new UnsupportedOperationException("only the user removes keys");
    }

    @Override
    public String getKnownHostsRepositoryID() {
        return files.isEmpty() ? "" : files.getFirst().getKnownHostsRepositoryID();
    }

    @Override
    public HostKey[] getHostKey() {
        return getHostKey(null, null);
    }

    @Override
    public HostKey[] getHostKey(@Nullable String host, @Nullable String type) {
        return files.stream()
                .map(file -> file.getHostKey(host, type))
                .filter(Objects::nonNull)
                .flatMap(Stream::of)
                .toArray(HostKey[]::new);
    }
}
