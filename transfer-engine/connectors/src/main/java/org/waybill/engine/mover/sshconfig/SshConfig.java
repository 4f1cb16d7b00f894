package org.waybill.engine.mover.sshconfig;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's and the machine's ssh_config files. They are read when a host is asked for.
 *
 * <p>JSch's own {@code OpenSSHConfig} knows neither {@code Include} nor {@code Match} nor tokens, so the files are read
 * here; {@code SshConfigTest} compares with {@code ssh -G}. {@code Match exec} is never run, and
 * {@code CanonicalizeHostname} is left out. See decision 0274.
 */
public final class SshConfig {
    static final Path SYSTEM = Path.of("/etc/ssh/ssh_config");
    private static final List<String> SYSTEM_KNOWN_HOSTS =
            List.of("/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2");
    /** Nothing is configured. */
    public static final SshConfig NONE = new SshConfig(List.of(), List.of(), Path.of("/"), Map.of());

    private final List<Path> files;
    private final List<String> identities;
    private final Path home;
    private final Map<String, String> environment;

    private SshConfig(List<Path> files, List<String> identities, Path home, Map<String, String> environment) {
        this.files = files;
        this.identities = identities;
        this.home = home;
        this.environment = environment;
    }

    /** The files that OpenSSH reads for a user. */
    public static SshConfig of(Path home, Map<String, String> environment) {
        return new SshConfig(List.of(directory(home).resolve("config"), SYSTEM), List.of(), home, environment);
    }

    /** The same with a key that the user named, as {@code ssh -i} takes one. */
    public SshConfig offering(Path identity) {
        return new SshConfig(
                files, List.of(identity.toAbsolutePath().toString().replace("%", "%%")), home, environment);
    }

    /** One file alone, as {@code ssh -F} does. */
    static SshConfig of(Path file, Path home, Map<String, String> environment) {
        return new SshConfig(List.of(file), List.of(), home, environment);
    }

    /** Where OpenSSH keeps a user's things. */
    public static Path directory(Path home) {
        return home.resolve(".ssh");
    }

    /**
     * What holds for a host.
     *
     * @param name as the user wrote it
     * @param port 0 if the user named none
     */
    public SshHost host(String name, int port, @Nullable String user) {
        Evaluation options = evaluate(name, port, user);
        return SshHost.of(name, options, home, environment);
    }

    Evaluation evaluate(String name, int port, @Nullable String user) {
        Evaluation options = new Evaluation(name, port, user, identities, home, localUser());
        options.read(files);
        if (files.contains(SYSTEM)) {
            options.byDefault("globalknownhostsfile", SYSTEM_KNOWN_HOSTS);
        }
        return options;
    }

    static String localUser() {
        return System.getProperty("user.name", "");
    }
}
