package org.waybill.engine.mover.sshconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.Packages;

/** What ssh_config files say of a host, compared with what OpenSSH takes them to say. */
class SshConfigTest {
    private static final int CONFIGURATIONS = Integer.getInteger("waybill.test.configurations", 60);
    private static final List<String> HOSTS = List.of("dtn", "dtn2", "a.example.org", "b.example.org", "login");

    @TempDir
    private Path directory;

    @Test
    void saysOfGeneratedFilesWhatSshSays() throws Exception {
        Path ssh = Packages.require("ssh", "openssh-client");
        long seed = Long.getLong("waybill.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < CONFIGURATIONS; i++) {
            Path more = directory.resolve("more");
            Files.createDirectories(more);
            Files.writeString(more.resolve("1.conf"), lines(random, 2, ""));
            Files.writeString(more.resolve("2.conf"), lines(random, 2, ""));
            Path file = Files.writeString(directory.resolve("config"), lines(random, 6, more + "/*.conf"));
            String host = HOSTS.get(random.nextInt(HOSTS.size()));
            @Nullable String user = random.nextInt(4) == 0 ? "ann" : null;
            assertThat(ours(file, host, user))
                    .as("seed %d, number %d, host %s, user %s:\n%s", seed, i, host, user, Files.readString(file))
                    .isEqualTo(theirs(ssh, file, host, user));
        }
    }

    private static String lines(Random random, int blocks, String include) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < blocks; i++) {
            text.append(option(random)).append('\n').append(head(random)).append('\n');
            for (int j = random.nextInt(4); j > 0; j--) {
                text.append("  ").append(option(random)).append('\n');
            }
            if (!include.isEmpty() && random.nextInt(4) == 0) {
                text.append("  Include \"").append(include).append("\"\n");
            }
        }
        return text.toString();
    }

    private static String head(Random random) {
        String[] heads = {
            "Host dtn",
            "Host dtn* !dtn2",
            "Host *.example.org",
            "Host ?.example.org login",
            "host=\"dtn\"",
            "Host *",
            "Host !*",
            "Match all",
            "Match host dtn,*.example.org",
            "Match host \"*,!dtn\" user ann",
            "Match !host login",
            "Match user ann,bob",
            "Match originalhost dtn",
            "Match localuser " + localUser(),
            "Match final host h-dtn*",
            "Match !localuser nobody originalhost *n",
            "# Host nothing",
            "Match user \"!ann,*\""
        };
        return heads[random.nextInt(heads.length)];
    }

    private static String option(Random random) {
        int number = random.nextInt(5);
        String[] options = {
            "HostName h-%h-" + number,
            "HostName = Name" + number + ".example.org",
            "Port " + (22 + number),
            "port=\"" + (2200 + number) + "\" # why",
            "User user" + number,
            "User \"ann\"",
            "IdentityFile ~/.ssh/key" + number,
            "IdentityFile \"~/my key" + number + "\"",
            "IdentityFile %d/.ssh/%h",
            "IdentitiesOnly " + yes(random),
            "ProxyJump jump" + number,
            "ProxyJump ann@jump1:2222,jump" + number,
            "ProxyJump none",
            "ProxyCommand nc -x \"a b\" %h %p # no comment",
            "ProxyCommand none",
            "HostKeyAlias alias" + number,
            "UserKnownHostsFile ~/known" + number + " /tmp/known",
            "CertificateFile ~/.ssh/c" + number,
            "IdentityAgent ~/agent" + number,
            "IdentityAgent none",
            "HashKnownHosts " + yes(random),
            "",
            "StrictHostKeyChecking " + yes(random),
            "# a comment",
            "Compression yes",
            "\tUser\t=\ttab" + number
        };
        return options[random.nextInt(options.length)];
    }

    private static String yes(Random random) {
        return random.nextBoolean() ? "yes" : "no";
    }

    private static String localUser() {
        return System.getProperty("user.name");
    }

    private List<String> ours(Path file, String host, @Nullable String user) {
        SshConfig config = SshConfig.of(file, directory, Map.of());
        Evaluation options = config.evaluate(host, 0, user);
        SshHost known = config.host(host, 0, user);
        List<String> lines = new ArrayList<>();
        lines.add("hostname " + known.hostName());
        lines.add("port " + known.port());
        lines.add("user " + known.user());
        options.all("identityfile").forEach(one -> lines.add("identityfile " + one));
        options.all("certificatefile").forEach(one -> lines.add("certificatefile " + one));
        lines.add("identitiesonly " + (known.identitiesOnly() ? "yes" : "no"));
        lines.add("hashknownhosts " + (known.hashesKnownHosts() ? "yes" : "no"));
        String jump = options.one("proxyjump");
        add(lines, "proxyjump", jump == null || jump.equals("none") ? null : jump);
        String command = options.one("proxycommand");
        add(lines, "proxycommand", command == null || command.equals("none") ? null : command);
        add(lines, "hostkeyalias", options.one("hostkeyalias"));
        add(lines, "identityagent", options.one("identityagent"));
        add(
                lines,
                "userknownhostsfile",
                options.all("userknownhostsfile").isEmpty()
                        ? null
                        : String.join(" ", options.all("userknownhostsfile")));
        return lines.stream().sorted().toList();
    }

    private static void add(List<String> lines, String key, @Nullable String value) {
        if (value != null) {
            lines.add(key + " " + value);
        }
    }

    /** The same lines of {@code ssh -G}, without its defaults. */
    private List<String> theirs(Path ssh, Path file, String host, @Nullable String user) throws Exception {
        List<String> command = new ArrayList<>(List.of(ssh.toString(), "-F", file.toString(), "-G"));
        if (user != null) {
            command.addAll(List.of("-l", user));
        }
        command.add(host);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> all =
                new String(process.getInputStream().readAllBytes()).lines().toList();
        assertThat(process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0)
                .as(all.toString())
                .isTrue();
        List<String> keys = List.of(
                "hostname",
                "port",
                "user",
                "identityfile",
                "certificatefile",
                "identitiesonly",
                "hashknownhosts",
                "proxyjump",
                "proxycommand",
                "hostkeyalias",
                "identityagent",
                "userknownhostsfile");
        String mine = (Files.readString(file)
                        + Files.readString(directory.resolve("more/1.conf"))
                        + Files.readString(directory.resolve("more/2.conf")))
                .toLowerCase(Locale.ROOT);
        return all.stream()
                .map(line -> line.replace(System.getProperty("user.home") + "/", "~/"))
                .filter(line -> keys.contains(line.split(" ", 2)[0]))
                .filter(line -> !line.matches("identityfile ~/\\.ssh/id_\\w+"))
                .filter(line -> !line.equals("userknownhostsfile ~/.ssh/known_hosts ~/.ssh/known_hosts2"))
                .filter(line -> !line.startsWith("identityagent") || mine.contains("identityagent"))
                .filter(line -> !line.startsWith("hostkeyalias") || mine.contains("hostkeyalias"))
                .sorted()
                .toList();
    }

    @Test
    void expandsTildeTokensAndVariablesInFiles() throws IOException {
        SshHost host = host("""
            Host dtn
              HostName %h.example.org
              User ann
              Port 2222
              IdentityFile ~/.ssh/%r@%h-%p
              IdentityFile ${KEYS}/%n%%
              UserKnownHostsFile %d/known
            """, Map.of("KEYS", "/keys"));
        assertThat(host.hostName()).isEqualTo("dtn.example.org");
        assertThat(host.identityFiles())
                .containsExactly(directory.resolve(".ssh/ann@dtn.example.org-2222"), Path.of("/keys/dtn%"));
        assertThat(host.knownHosts()).containsExactly(directory.resolve("known"));
        assertThat(host.knownName()).isEqualTo("[dtn.example.org]:2222");
    }

    @Test
    void neverRunsMatchExecAndSaysSo() throws IOException {
        Path trace = directory.resolve("trace");
        SshHost host = host(
                "Match exec \"touch " + trace + "\"\n  User eve\nMatch !exec false host dtn\n" + "  User mallory\n",
                Map.of());
        assertThat(host.user()).isEqualTo(localUser());
        assertThat(trace).doesNotExist();
        assertThat(host.notes()).hasSize(2).allMatch(note -> note.contains("Match exec"));
    }

    @Test
    void readsFilesThatIncludeEachOtherOnlySoDeep() throws IOException {
        SshHost host = host("Include " + directory + "/config " + directory + "/config\nUser ann\n", Map.of());
        assertThat(host.user()).isEqualTo("ann");
        assertThat(host.notes()).anyMatch(note -> note.contains("include each other"));
    }

    @Test
    void runsAProxyCommandOnlyFromAFileThatNobodyElseCanWrite() throws Exception {
        SshHost host = host("Host dtn\n  ProxyCommand nc %h %p\n", Map.of());
        SshHost.ProxyCommand command = host.proxyCommand().orElseThrow();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(command.file(), PosixFilePermissions.fromString("rw-------"));
        assertThat(command.checked()).isEqualTo("nc dtn 22");
        Files.setPosixFilePermissions(command.file(), PosixFilePermissions.fromString("rw-rw----"));
        refused(command, "other users can write");
        Files.setPosixFilePermissions(command.file(), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        refused(command, "other users can write");
    }

    @Test
    void givesNoNameToAShellThatTheShellWouldRead() throws Exception {
        Path file = Files.writeString(directory.resolve("config"), "ProxyCommand nc %h %p\n");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        refused(
                SshConfig.of(file, directory, Map.of())
                        .host("dtn", 0, "$(touch x)")
                        .proxyCommand()
                        .orElseThrow(),
                "not given to a shell");
    }

    private static void refused(SshHost.ProxyCommand command, String why) {
        assertThatThrownBy(command::checked)
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE))
                .hasMessageContaining(why);
    }

    private SshHost host(String text, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), text);
        return SshConfig.of(file, directory, environment).host("dtn", 0, null);
    }
}
