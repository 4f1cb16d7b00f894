package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;

/** What docs/coming-from.md says of other tools' everyday commands: both columns are run, and do the same. */
class EverydayCommandsTest {
    private static final int ENOUGH = 60;
    private static final Pattern ROW = Pattern.compile("\\| `(.*)` \\| `waybill (.*)` \\|");
    /** What the tables name of this machine. */
    private static final Pattern HERE = Pattern.compile(
            "(?:--?[a-z-]+=)?((?:notes\\.txt|big\\.dat|skip\\.txt|list\\.txt|n\\.txt|run7|run8|backup|results|key|\\.)"
            + "(?:/.*)?)");
    private static final Pattern NAME = Pattern.compile("[\\w-]+\\.(?:h5|txt|tmp|dat)\\b");
    /** What those that cannot be run here do, as a command that can. */
    private static final Map<String, String> LIKE = Map.ofEntries(
            Map.entry("globus transfer --recursive --dry-run", "true"),
            Map.entry("globus transfer --recursive --sync-level checksum", "rsync -ac run7/ dtn:/data/run7/"),
            Map.entry("globus transfer --recursive --delete-destination-extra",
                    "rsync -a --delete run7/ dtn:/data/run7/"),
            Map.entry("globus transfer --recursive --exclude",
                    "rsync -a --exclude *.tmp run7/ dtn:/data/incoming/run7"),
            Map.entry("globus transfer --recursive SRC", "rsync -a run7/ dtn:/data/incoming/run7"),
            Map.entry("globus transfer SRC", "rsync -a notes.txt dtn:/data/incoming/"),
            Map.entry("globus ls", "rsync --list-only dtn:/data/run7/"),
            Map.entry("globus mkdir", "mkdir /data/new"),
            Map.entry("globus rename", "mv /data/notes.txt /data/n.txt"),
            Map.entry("globus rm", "rm -r /data/run7"),
            Map.entry("duck --upload", "scp notes.txt dtn:/data/incoming/"),
            Map.entry("duck --download", "scp -r dtn:/data/run7 results/"),
            Map.entry("duck --list", "rsync --list-only dtn:/data/run7/"),
            Map.entry("duck --delete", "rm /data/notes.txt"),
            Map.entry("lftp ", "cp -r /data/run7 results/run7"));

    @TempDir
    private static Path directory;

    private static Path here;
    private static Path there;
    private static Path tools;
    private static Cli cli;
    private static SshServer ssh;
    private static WebServer web;
    private static FtpServer ftp;
    private static WaybillNode node;

    @BeforeAll
    static void start() throws Exception {
        here = Files.createDirectory(directory.resolve("here"));
        there = Files.createDirectory(directory.resolve("there"));
        cli = new Cli(directory);
        ssh = SshServer.start(directory);
        web = WebServer.start(directory, there);
        ftp = FtpServer.start(directory, there);
        node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), there)
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
        String host = "  HostName 127.0.0.1\n  User " + ssh.user() + "\n  UserKnownHostsFile " + ssh.knownHosts() + "\n";
        Path configuration = Files.writeString(Files.createDirectories(directory.resolve("user/.ssh")).resolve("config"),
                "Host dtn\n" + host + "  Port " + ssh.port() + "\n  IdentityFile " + ssh.userKey()
                + "\nHost dtn.example.org\n" + host);
        tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : List.of("ssh", "scp", "sftp")) {
            Path script = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " -F "
                    + configuration + " \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(tools.resolve("rclone.conf"), "[dtn]\ntype = sftp\nhost = 127.0.0.1\nport = " + ssh.port()
                + "\nuser = " + ssh.user() + "\nkey_file = " + ssh.userKey() + "\nshell_type = unix\n\n"
                + "[store]\ntype = alias\nremote = dtn:" + there + "\n");
        assertThat(cli.run("remote", "add", "store", "sftp://dtn" + there).code()).isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
        Stream.of(ftp, web, ssh).forEach(server -> server.close());
    }

    static List<Arguments> rows() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("waybill.root", "../.."), "docs/coming-from.md"));
        return ROW.matcher(page).results().map(row -> Arguments.of(row.group(1).replace("\\|", "|"), row.group(2)))
                .toList();
    }

    @Test
    void thePageHasEnoughOfThem() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(ENOUGH);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void bothDoTheSame(String theirs, String ours) throws Exception {
        prepare(theirs);
        Ran tool = tool(theirs);
        assertThat(tool.code).as(tool.said).isIn(0, differs(theirs));
        Map<String, String> expected = seen();

        prepare(theirs);
        Ran waybill = waybill(ours);
        assertThat(waybill.code).as(waybill.said).isEqualTo(tool.code == 0 && !theirs.contains("-anci") ? 0 : 11);
        assertThat(seen()).as(waybill.said).isEqualTo(expected);
        if (Stream.of("ls", "cat", "hash", "check", "remote list").anyMatch(ours::startsWith)) {
            assertThat(names(waybill.out)).as(waybill.out + waybill.said).containsAll(names(tool.out));
        }
    }

    /** rclone's check tells a difference by its exit code; rsync's list of them does not. */
    private static int differs(String theirs) {
        return theirs.startsWith("rclone check") ? 1 : 0;
    }

    private static List<String> names(String text) {
        return NAME.matcher(text).results().map(MatchResult::group).distinct().toList();
    }

    /** Both ends as each command finds them. */
    private static void prepare(String theirs) throws IOException {
        empty(here);
        empty(there);
        for (Path end : List.of(here, there)) {
            write(end, "notes.txt", "notes", 0);
            write(end, "run7/a.h5", "new", 0);
            write(end, "run7/notes.txt", "of the run", 0);
        }
        write(here, "big.dat", "0123456789".repeat(30_000), 0);
        write(here, "skip.txt", "*.tmp\n", 0);
        write(here, "list.txt", "a.h5\ndeep\n", 0);
        write(here, "run7/b.tmp", "scratch", 0);
        write(here, "run7/old.h5", "written once", 9);
        write(here, "run7/deep/large.h5", "x".repeat(5000), 0);
        if (theirs.startsWith("rsync") || theirs.startsWith("globus")) { // rclone leaves links out, scp follows them
            Files.createSymbolicLink(here.resolve("run7/deep/link.h5"), Path.of("../a.h5"));
        }
        write(here, "run8/x.h5", "x", 0);
        write(here, "backup/a.h5", "older", 5);
        write(here, "backup/old.h5", "changed later", -1);
        write(here, "backup/gone.h5", "gone", 5);
        write(there, "run7/gone.h5", "gone", 5);
        Files.createDirectory(here.resolve("results"));
        Files.createDirectory(there.resolve("incoming"));
        try (Stream<Path> all = Files.walk(there)) {
            for (Path path : all.toList()) { // the FTP server's user writes there
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }
        Files.copy(ssh.userKey(), here.resolve("key"));
    }

    private static void write(Path end, String name, String content, int daysOld) throws IOException {
        Path path = end.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600 + daysOld * 86_400L)));
    }

    private static void empty(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (!path.equals(root) && !path.toString().contains(".waybill")) {
                    Files.delete(path);
                }
            }
        }
    }

    /** What lies at both ends: of a file its content, of a link its text. */
    private static Map<String, String> seen() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Stream.concat(Files.walk(here), Files.walk(there))) {
            for (Path path : all.filter(one -> !one.toString().contains(".waybill")).toList()) {
                found.put(directory.relativize(path).toString(), Files.isSymbolicLink(path)
                        ? "link to " + Files.readSymbolicLink(path) : Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                        ? "directory" : Files.readString(path));
            }
        }
        return found;
    }

    private record Ran(int code, String out, String said) {}

    private static Ran tool(String line) throws Exception {
        String known = LIKE.entrySet().stream().filter(one -> line.startsWith(one.getKey()))
                .sorted((a, b) -> b.getKey().length() - a.getKey().length()).map(Map.Entry::getValue).findFirst()
                .orElse(line);
        Packages.require(known.split(" ")[0], known.split(" ")[0]);
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", known.startsWith("rm") || known.startsWith("mv")
                || known.startsWith("mkdir") || known.startsWith("cp") ? known.replace("/data/", there + "/")
                : far(known)).directory(here.toFile());
        builder.environment().putAll(Map.of("RSYNC_RSH", tools.resolve("ssh").toString(), "RCLONE_CONFIG",
                tools.resolve("rclone.conf").toString(), "PATH", tools + ":" + System.getenv("PATH"),
                "RCLONE_ASK_PASSWORD", "false"));
        Path out = Files.createTempFile(tools, "out", ".txt");
        Path err = Files.createTempFile(tools, "err", ".txt");
        Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(line).isTrue();
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static Ran waybill(String line) throws Exception {
        String[] parts = far(line).split(" < ");
        Process shell = new ProcessBuilder("bash", "-c", "printf '%s\\0' " + parts[0]).directory(here.toFile()).start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>();
        for (String word : words.split("\0")) {
            var local = HERE.matcher(word);
            arguments.add(local.matches() ? word.substring(0, local.start(1)) + here.resolve(local.group(1))
                    + (word.endsWith("/") ? "/" : "") : word);
        }
        InputStream before = System.in;
        if (parts.length > 1) {
            System.setIn(Files.newInputStream(here.resolve(parts[1])));
        }
        try {
            Cli.Result result = cli.run(arguments.toArray(String[]::new));
            return new Ran(result.code(), result.out(), result.err() + result.out());
        } finally {
            System.setIn(before);
        }
    }

    /** The servers of the page are those of this test. */
    private static String far(String line) {
        return line.replaceAll("(dtn|dtn\\.example\\.org)(:?)/data/", "$1$2" + there + "/")
                .replace(" /data/", " " + there + "/")
                .replace("waybill://dtn.example.org/", "waybill://127.0.0.1:" + node.address().getPort() + "/")
                .replace("-P 2222", "-P " + ssh.port())
                .replaceAll("(http|dav)://www\\.example\\.org/", "$1://127.0.0.1:" + web.port() + "/")
                .replace("ftp://ftp.example.org/", "ftp://127.0.0.1:" + ftp.port() + "/" + there.getFileName() + "/");
    }
}
