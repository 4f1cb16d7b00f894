package org.waybill.engine.mover.sshconfig;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocol;

/**
 * How a host is reached by SSH.
 *
 * @param alias as the user wrote it
 * @param hostName its name or address in the network, perhaps one that only the last jump host knows
 * @param port 1 to 65535
 * @param identityFiles keys to offer; empty for the usual ones
 * @param certificateFiles for those keys, in addition to the {@code -cert.pub} files next to them
 * @param identitiesOnly whether the agent's other keys are not offered
 * @param agent where the agent listens: empty for the usual place, {@code none} for no agent
 * @param jumps hosts to go through, the first one first, as {@code user@host:port}
 * @param knownHosts the user's files of host keys; empty for the usual one
 * @param systemKnownHosts the machine's
 * @param hostKeyAlias the name under which the host's key is known; null for its own
 * @param asksForKeys whether the user may be asked about a new host key ({@code StrictHostKeyChecking} is not yes)
 * @param hashesKnownHosts whether names are hashed when a key is kept
 * @param notes what of the files was not done or not understood
 */
public record SshHost(
        String alias,
        String hostName,
        int port,
        String user,
        List<Path> identityFiles,
        List<Path> certificateFiles,
        boolean identitiesOnly,
        Optional<String> agent,
        List<String> jumps,
        Optional<ProxyCommand> proxyCommand,
        List<Path> knownHosts,
        List<Path> systemKnownHosts,
        @Nullable String hostKeyAlias,
        boolean asksForKeys,
        boolean hashesKnownHosts,
        List<String> notes) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String NONE = "none";

    /**
     * A program whose input and output are the connection.
     *
     * @param line for a shell, with tokens
     * @param file where it is written
     * @param tokens their values
     */
    public record ProxyCommand(String line, Path file, Map<Character, String> tokens) {
        /**
         * The command to give to a shell.
         *
         * @throws TransferException unsafe, where another user could have written the file, or a name is not a plain
         *     word
         */
        public String checked() throws TransferException {
            if (othersWrite(file)) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "the ProxyCommand in " + file + " is not run: other users can write the file; chmod go-w "
                                + file + " and its directory");
            }
            for (String word : tokens.values()) {
                Tokens.requirePlain(word, "ProxyCommand");
            }
            return Tokens.expand(line, tokens);
        }

        private static boolean othersWrite(Path file) {
            try {
                Path real = file.toRealPath();
                return writable(real) || writable(real.resolveSibling("."));
            } catch (IOException | UnsupportedOperationException _) {
                return true;
            }
        }

        private static boolean writable(Path path) throws IOException {
            PosixFileAttributes of = Files.readAttributes(path, PosixFileAttributes.class);
            Object owner = Files.getAttribute(path, "unix:uid");
            return of.permissions().contains(PosixFilePermission.GROUP_WRITE)
                    || of.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                    || !(owner.equals(PrivateFiles.thisUser()) || owner.equals(0));
        }
    }

    static SshHost of(String alias, Evaluation options, Path home, Map<String, String> environment) {
        String hostName = options.hostName();
        int port = port(options.one("port"));
        String user = options.one("user") == null ? SshConfig.localUser() : String.valueOf(options.one("user"));
        String keyAlias = options.one("hostkeyalias");
        Map<Character, String> tokens = tokens(alias, hostName, port, user, keyAlias, home);
        String jump = options.one("proxyjump");
        String command = options.one("proxycommand");
        Path file = options.proxyCommandFile();
        return new SshHost(
                alias,
                hostName,
                port,
                user,
                paths(options.all("identityfile"), tokens, home, environment),
                paths(options.all("certificatefile"), tokens, home, environment),
                isYes(options.one("identitiesonly")),
                Optional.ofNullable(options.one("identityagent"))
                        .filter(one -> !one.equals("SSH_AUTH_SOCK"))
                        .map(one -> one.equals(NONE) ? one : path(one, tokens, home, environment)),
                jump == null || jump.equals(NONE)
                        ? List.of()
                        : Arrays.stream(jump.split(",")).map(String::strip).toList(),
                command == null || command.equals(NONE) || file == null
                        ? Optional.empty()
                        : Optional.of(new ProxyCommand(
                                command,
                                file,
                                Map.of('h', hostName, 'n', alias, 'p', Integer.toString(port), 'r', user))),
                paths(options.all("userknownhostsfile"), tokens, home, environment),
                paths(options.all("globalknownhostsfile"), tokens, home, environment),
                keyAlias,
                !isYes(options.one("stricthostkeychecking")),
                isYes(options.one("hashknownhosts")),
                options.notes());
    }

    /** Whether only SSH gets there: other protocols go neither through jump hosts nor through a command. */
    public boolean isBehind() {
        return !jumps.isEmpty() || proxyCommand.isPresent();
    }

    /** The name by which known_hosts files know the host's key. */
    public String knownName() {
        return hostKeyAlias != null
                ? hostKeyAlias
                : port == Protocol.SSH.defaultPort() ? hostName : "[" + hostName + "]:" + port;
    }

    private static int port(@Nullable String text) {
        try {
            int port = text == null ? 0 : Integer.parseInt(text);
            return port > 0 && port <= 65_535 ? port : Protocol.SSH.defaultPort();
        } catch (NumberFormatException _) {
            return Protocol.SSH.defaultPort();
        }
    }

    private static boolean isYes(@Nullable String value) {
        return value != null && (value.equalsIgnoreCase("yes") || value.equalsIgnoreCase("true"));
    }

    private static List<Path> paths(
            List<String> texts, Map<Character, String> tokens, Path home, Map<String, String> environment) {
        return texts.stream()
                .filter(text -> !text.equals(NONE))
                .map(text -> Path.of(path(text, tokens, home, environment)))
                .toList();
    }

    private static String path(String text, Map<Character, String> tokens, Path home, Map<String, String> environment) {
        String named = VARIABLE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(environment.getOrDefault(found.group(1), found.group())));
        String expanded = Tokens.expand(named, tokens);
        return expanded.startsWith("~/") ? home + expanded.substring(1) : expanded;
    }

    private static Map<Character, String> tokens(
            String alias, String hostName, int port, String user, @Nullable String keyAlias, Path home) {
        String here = hereName();
        return Map.ofEntries(
                entry('d', home.toString()),
                entry('h', hostName),
                entry('k', keyAlias == null ? alias : keyAlias),
                entry('L', here.split("\\.", 2)[0]),
                entry('l', here),
                entry('n', alias),
                entry('p', Integer.toString(port)),
                entry('r', user),
                entry('u', SshConfig.localUser()),
                entry('C', sha1(here + hostName + port + user)));
    }

    private static String hereName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException _) {
            return "localhost";
        }
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
