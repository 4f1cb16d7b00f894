package org.waybill.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;

/** The hosts, files and remotes that the commands of the documents name, as servers and directories of a test. */
final class DocumentedPlaces implements AutoCloseable {
    /** What the documents name of this machine. */
    private static final Pattern HERE = Pattern.compile(
            "(?:--?[a-z-]+=)?((?:notes\\.txt|big\\.dat|skip\\.txt|list\\.txt|n\\.txt|[ab]\\.h5|run7|run8|backup|results"
                    + "|there|rules|key|report\\.json|\\.)(?:/.*)?)");

    final Path here;
    final Path there;
    final Path tools;
    final Cli cli;
    private final Path directory;
    private final SshServer ssh;
    private final WebServer web;
    private final FtpServer ftp;
    private final WaybillNode node;

    DocumentedPlaces(Path directory) throws Exception {
        this.directory = directory;
        here = Files.createDirectory(directory.resolve("here"));
        there = Files.createDirectory(directory.resolve("there"));
        cli = new Cli(directory);
        ssh = SshServer.start(directory);
        web = WebServer.start(directory, there);
        ftp = FtpServer.start(directory, there);
        node = cli.node(there);
        String host = "  HostName 127.0.0.1\n  UserKnownHostsFile " + ssh.knownHosts() + "\n";
        Path configuration = Files.writeString(
                Files.createDirectories(directory.resolve("user/.ssh")).resolve("config"),
                "Host dtn archive.example.org\n" + host + "  Port " + ssh.port() + "\n  IdentityFile " + ssh.userKey()
                        + "\nHost dtn.example.org\n" + host + "Host *\n  User " + ssh.user() + "\n");
        tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : List.of("ssh", "scp", "sftp")) {
            Path script = Files.writeString(
                    tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " -F " + configuration + " \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(
                tools.resolve("rclone.conf"),
                "[dtn]\ntype = sftp\nhost = 127.0.0.1\nport = " + ssh.port()
                        + "\nuser = " + ssh.user() + "\nkey_file = " + ssh.userKey() + "\nshell_type = unix\n\n"
                        + "[store]\ntype = alias\nremote = dtn:" + there + "\n");
    }

    @Override
    public void close() {
        node.close();
        Stream.of(ftp, web, ssh).forEach(server -> server.close());
    }

    /** Both ends as each command finds them. */
    void prepare(boolean link) throws IOException {
        empty(here);
        empty(there);
        for (Path end : List.of(here, there)) {
            write(end, "notes.txt", "notes", 0);
            write(end, "run7/a.h5", "new", 0);
            write(end, "run7/notes.txt", "of the run", 0);
        }
        write(here, "big.dat", "x".repeat(300_000), 0);
        write(here, "skip.txt", "*.tmp\n", 0);
        write(here, "list.txt", "a.h5\ndeep/large.h5\n", 0);
        write(here, "run7/b.tmp", "scratch", 0);
        write(here, "run7/old.h5", "written once", 9);
        write(here, "run7/deep/large.h5", "x".repeat(5000), 0);
        if (link) {
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

    /** What is at both endpoints: of a file its content, of a link its text. */
    Map<String, String> seen() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Stream.concat(Files.walk(here), Files.walk(there))) {
            for (Path path :
                    all.filter(one -> !one.toString().contains(".waybill")).toList()) {
                found.put(
                        directory.relativize(path).toString(),
                        Files.isSymbolicLink(path)
                                ? "link to " + Files.readSymbolicLink(path)
                                : Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                                        ? "directory"
                                        : Files.readString(path).replaceAll("(?s)(.{40}).*", "$1..."));
            }
        }
        return found;
    }

    /** Runs the words of a command after {@code waybill}, as a shell would split and expand them. */
    Cli.Result waybill(String line) throws Exception {
        String[] parts = far(line).split(" < ");
        Process shell = new ProcessBuilder("bash", "-c", "printf '%s\\0' " + parts[0])
                .directory(here.toFile())
                .start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>();
        for (String word : words.split("\0")) {
            var local = HERE.matcher(word);
            arguments.add(
                    local.matches()
                            ? word.substring(0, local.start(1))
                                    + here.resolve(local.group(1))
                                    + (word.endsWith("/") ? "/" : "")
                            : word);
        }
        InputStream before = System.in;
        System.setIn(
                parts.length > 1
                        ? Files.newInputStream(here.resolve(parts[1]))
                        : new ByteArrayInputStream("secret\n".getBytes(StandardCharsets.UTF_8)));
        try {
            return cli.run(arguments.toArray(String[]::new));
        } finally {
            System.setIn(before);
        }
    }

    /** The servers of the documents are those of this test. */
    String far(String line) {
        return line.replaceAll("(dtn|dtn\\.example\\.org|archive\\.example\\.org)(:?)/data/", "$1$2" + there + "/")
                .replace(" /data/", " " + there + "/")
                .replace(
                        "waybill://dtn.example.org/",
                        "waybill://127.0.0.1:" + node.address().getPort() + "/")
                .replace("-P 2222", "-P " + ssh.port())
                .replaceAll("(http|dav)://www\\.example\\.org/", "$1://127.0.0.1:" + web.port() + "/")
                .replaceAll(
                        "ftp://ftp\\.example\\.org/?",
                        "ftp://127.0.0.1:" + ftp.port() + "/" + there.getFileName() + "/");
    }
}
