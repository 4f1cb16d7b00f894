package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.RsyncDaemon;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Servers and directories for scripts that run the real tools. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealScriptCase {
    Path directory;
    Path served;
    Path work;

    @AutoClose
    SshServer ssh;

    @AutoClose
    FtpServer ftp;

    @AutoClose
    WebServer web;

    @AutoClose
    RsyncDaemon rsync;

    @AutoClose
    SmallDisk small;

    Map<String, String> environment;

    @BeforeAll
    void startServers(@TempDir Path shared) throws Exception {
        for (String tool : List.of("rclone", "lftp", "curl", "rsync")) {
            Packages.require(tool, tool);
        }
        directory = shared;
        served = Files.createDirectory(directory.resolve("served"));
        work = Files.createDirectory(directory.resolve("work"));
        small = SmallDisk.mount(served.resolve("small"), 1);
        ssh = SshServer.start(directory);
        ftp = FtpServer.start(directory, served);
        web = WebServer.start(directory, served);
        rsync = RsyncDaemon.start(directory, served);
        environment = SshTools.environment(directory, ssh);
        Files.createDirectories(work.resolve("tree/sub"));
        Files.writeString(work.resolve("tree/a"), "ours");
        Files.writeString(work.resolve("tree/sub/b"), "b");
        Files.write(Files.createDirectory(work.resolve("big")).resolve("large"), new byte[3_000_000]);
        Files.write(served.resolve("large"), new byte[3_000_000]);
    }

    /** What is served, as the protocol of an option names it. */
    Location far(String transport, String path) {
        Location http = web.location(path);
        return switch (transport) {
            case "ftp" -> ftp.location(path);
            case "http" -> http;
            case "dav" -> new Location("dav", null, http.host(), http.port(), path);
            case "rsync" -> rsync.location(path);
            default -> ssh.location(served + path);
        };
    }

    static Candidate option(Tool tool, String transport, Location from, Location to) {
        Protocol protocol =
                switch (transport) {
                    case "ftp" -> Protocol.FTP;
                    case "http" -> Protocol.HTTP;
                    case "dav" -> Protocol.DAV;
                    case "rsync" -> Protocol.RSYNC;
                    default -> tool == Tool.SCP ? Protocol.SCP : Protocol.SFTP;
                };
        return new Candidate(
                tool, protocol, transport, from, to, List.of(), 1, !from.isLocal() && !to.isLocal(), true, true);
    }

    /** The script, with fewer of rclone's retries: what a full disk refuses, it refuses thirty times. */
    static String script(Candidate candidate, boolean tree) throws TransferException {
        return ScriptWriter.write(candidate, tree, TemporaryNames.ofThisProcess())
                .replace("--config /dev/null", "--config /dev/null --retries 1 --low-level-retries 1");
    }

    Shell.Result run(String script) throws Exception {
        return Shell.run(Files.writeString(directory.resolve("script.sh"), script), work, environment);
    }

    void succeeds(String script) throws Exception {
        Shell.Result result = run(script);
        assertThat(result.exitCode()).as(result.output() + "\n" + script).isZero();
    }

    /** An old file that everybody may replace. */
    static Path old(Path file, String content) throws IOException {
        for (Path parent : List.of(file.getParent(), Files.createDirectories(file.getParent()))) {
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return file;
    }

    static List<String> names(Path directory) throws IOException {
        try (var all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    Location place(Tool tool, String transport, String directory, String name) {
        return tool == Tool.CP
                ? Location.local(served + directory + "/" + name)
                : far(transport, directory + "/" + name);
    }
}
