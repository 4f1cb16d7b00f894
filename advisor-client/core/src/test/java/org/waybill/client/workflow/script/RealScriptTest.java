package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** The scripts with the real tools against real servers: what arrives is what was sent, with any name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealScriptTest {
    /** All that a careless script would trip over, in one name. */
    private static final String HOSTILE = "-r '\"`touch pwned` $(touch pwned);*?[a]{b,c}\\n &|<>~#%41 é\u202e日 =:@\\";

    private Path directory;

    @AutoClose
    private SshServer ssh;

    @AutoClose
    private FtpServer ftp;

    @AutoClose
    private WebServer web;

    private Path served;
    private Path work;
    private Map<String, String> environment;

    @BeforeAll
    void startServers(@TempDir Path shared) throws IOException {
        directory = shared;
        served = Files.createDirectory(directory.resolve("served"));
        work = Files.createDirectory(directory.resolve("work"));
        ssh = SshServer.start(directory);
        ftp = FtpServer.start(directory, Files.createDirectory(directory.resolve("ftp")));
        Path webRoot = Files.createDirectory(directory.resolve("web"));
        web = WebServer.start(directory, webRoot);
        environment = SshTools.environment(directory, ssh);
    }

    private byte[] content(Path file, long seed) throws IOException {
        byte[] bytes = new byte[100_001];
        new Random(seed).nextBytes(bytes);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return bytes;
    }

    private void run(Candidate candidate, boolean tree) throws Exception {
        run(candidate, tree, environment);
    }

    private void run(Candidate candidate, boolean tree, Map<String, String> with) throws Exception {
        Path script = Files.writeString(
                directory.resolve("script.sh"), ScriptWriter.write(candidate, tree, TemporaryNames.ofThisProcess()));
        Shell.Result result = Shell.run(script, work, with);
        assertThat(result.exitCode())
                .as(result.output() + "\n" + Files.readString(script))
                .isZero();
        assertThat(work.resolve("pwned")).doesNotExist();
    }

    private static Candidate option(Tool tool, Protocol protocol, String transport, Location from, Location to) {
        return new Candidate(tool, protocol, transport, from, to, List.of(), 1, false, true, true);
    }

    private static Candidate ssh(String tool, Location from, Location to) {
        Tool known = Tool.valueOf(tool);
        return option(known, Protocol.SFTP, known == Tool.RSYNC ? "rsync+ssh" : "sftp", from, to);
    }

    @ParameterizedTest
    @CsvSource({"SFTP", "SCP", "RSYNC"})
    void movesHostileNamesOverSsh(String tool) throws Exception {
        Packages.require(tool.toLowerCase(Locale.ROOT), "openssh-client, rsync");
        byte[] bytes = content(work.resolve(HOSTILE), 1);
        // into a directory that the path does not show to be one, then by name, then back
        run(ssh(tool, Location.local(HOSTILE), ssh.location(served.toString())), false);
        assertThat(served.resolve(HOSTILE)).satisfies(sameContentAs(bytes));
        run(
                ssh(
                        tool,
                        Location.local(work.resolve(HOSTILE).toString()),
                        ssh.location(served.resolve(tool + HOSTILE).toString())),
                false);
        assertThat(served.resolve(tool + HOSTILE)).satisfies(sameContentAs(bytes));
        Path back = Files.createDirectories(work.resolve("back '" + tool));
        run(ssh(tool, ssh.location(served.resolve(HOSTILE).toString()), Location.local(back.toString())), false);
        assertThat(back.resolve(HOSTILE)).satisfies(sameContentAs(bytes));
        try (var left = Files.list(served)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains(".waybill-"));
        }
    }

    @ParameterizedTest
    @CsvSource({"SFTP", "SCP", "RSYNC"})
    void movesDirectoriesOverSshAndBack(String tool) throws Exception {
        Path tree = work.resolve("tree " + tool);
        byte[] bytes = content(tree.resolve("a '$b/" + HOSTILE), 2);
        content(tree.resolve(".hidden"), 3);
        Path target = served.resolve("copy of " + tool);
        run(ssh(tool, Location.local("tree " + tool), ssh.location(target.toString())), true);
        assertThat(target.resolve("a '$b/" + HOSTILE)).satisfies(sameContentAs(bytes));
        assertThat(target.resolve(".hidden")).exists();
        Path back = work.resolve("back of " + tool);
        run(ssh(tool, ssh.location(target.toString()), Location.local(back.toString())), true);
        assertThat(back.resolve("a '$b/" + HOSTILE)).satisfies(sameContentAs(bytes));
    }

    @ParameterizedTest
    @CsvSource({"SFTP", "SCP", "RSYNC", "RCLONE", "CP"})
    void movesWhatADirectoryHoldsIntoTheTargetItself(String tool) throws Exception {
        Packages.require(tool.toLowerCase(Locale.ROOT), "openssh-client, rsync, rclone");
        byte[] bytes = content(work.resolve("contents/below/x"), 4);
        Path target = Files.createDirectories(served.resolve("contents of " + tool));
        byte[] before = content(target.resolve("other"), 5);
        Location to = tool.equals("CP") ? Location.local(target + "/") : ssh.location(target + "/");
        Candidate up = option(
                Tool.valueOf(tool),
                Protocol.SFTP,
                tool.equals("RSYNC") ? "rsync+ssh" : "sftp",
                Location.local("contents/"),
                to);
        for (int time = 0; time < 2; time++) {
            run(up, true);
            assertThat(target.resolve("below/x")).satisfies(sameContentAs(bytes));
            assertThat(target.resolve("other")).satisfies(sameContentAs(before));
            assertThat(target.resolve("contents")).doesNotExist();
        }
    }

    @Test
    void scpAndRsyncCarryLineBreaks() throws Exception {
        String name = "two\nlines";
        byte[] bytes = content(work.resolve(name), 4);
        for (String tool : List.of("SCP", "RSYNC")) {
            run(ssh(tool, Location.local(name), ssh.location(served + "/" + tool + name)), false);
            assertThat(served.resolve(tool + name)).satisfies(sameContentAs(bytes));
        }
    }

    @Test
    void saysSoWhenTheCopyDiffers() throws Exception {
        content(work.resolve("x"), 5);
        Path apart = Files.createDirectory(directory.resolve("apart"));
        Candidate candidate = ssh("SCP", Location.local("x"), ssh.location(apart + "/y"));
        String tampered = ScriptWriter.write(candidate, false, TemporaryNames.ofThisProcess())
                .replace("    here=", "    printf x >> " + work.resolve("x") + "\n    here=");
        Path script = Files.writeString(directory.resolve("tampered.sh"), tampered);
        Shell.Result result = Shell.run(script, work, environment);
        assertThat(result.exitCode()).isEqualTo(11);
        assertThat(result.output()).contains("differs");
        assertThat(apart.resolve("y")).doesNotExist();
    }

    @Test
    void saysWhichToolIsMissing() throws Exception {
        content(work.resolve("x"), 5);
        Candidate candidate = option(
                Tool.XRDCP, Protocol.XROOTD, "root", Location.local("x"), new Location("root", null, "dtn", 0, "/x"));
        Path script = Files.writeString(
                directory.resolve("missing.sh"), ScriptWriter.write(candidate, false, TemporaryNames.ofThisProcess()));
        Shell.Result result = Shell.run(script, work, Map.of("PATH", directory.resolve("bin") + ":/usr/bin:/bin"));
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.output()).contains("needs xrdcp").hasLineCount(1);
    }

    @Test
    void curlSendsAndFetchesOverHttp() throws Exception {
        Packages.require("curl", "curl");
        byte[] bytes = content(work.resolve(HOSTILE), 6);
        run(option(Tool.CURL, Protocol.HTTP, "http", Location.local(HOSTILE), web.location("/" + HOSTILE)), false);
        assertThat(directory.resolve("web").resolve(HOSTILE)).satisfies(sameContentAs(bytes));
        run(option(Tool.CURL, Protocol.HTTP, "http", web.location("/" + HOSTILE), Location.local("from web")), false);
        assertThat(work.resolve("from web")).satisfies(sameContentAs(bytes));
    }

    @Test
    void lftpAndCurlSendAndFetchOverFtp() throws Exception {
        Packages.require("lftp", "lftp");
        byte[] bytes = content(work.resolve(HOSTILE), 7);
        run(option(Tool.LFTP, Protocol.FTP, "ftp", Location.local(HOSTILE), ftp.location("/" + HOSTILE)), false);
        assertThat(directory.resolve("ftp").resolve(HOSTILE)).satisfies(sameContentAs(bytes));
        run(option(Tool.LFTP, Protocol.FTP, "ftp", ftp.location("/" + HOSTILE), Location.local("by lftp")), false);
        assertThat(work.resolve("by lftp")).satisfies(sameContentAs(bytes));
        run(option(Tool.CURL, Protocol.FTP, "ftp", ftp.location("/" + HOSTILE), Location.local("by curl")), false);
        assertThat(work.resolve("by curl")).satisfies(sameContentAs(bytes));
        run(option(Tool.CURL, Protocol.FTP, "ftp", Location.local(HOSTILE), ftp.location("/curl")), false);
        assertThat(directory.resolve("ftp/curl")).satisfies(sameContentAs(bytes));
    }

    @Test
    void lftpCopiesADirectoryFromServerToServer() throws Exception {
        Packages.require("lftp", "lftp");
        byte[] bytes = content(directory.resolve("ftp/tree/sub").resolve(HOSTILE), 8);
        try (FtpServer other = FtpServer.start(directory, Files.createDirectory(directory.resolve("other")))) {
            for (String from : List.of("/tree", "/tree/")) {
                String to = "/" + from.length() + HOSTILE;
                run(option(Tool.LFTP, Protocol.FTP, "ftp", ftp.location(from), other.location(to)), true);
                assertThat(directory.resolve("other" + to + "/sub").resolve(HOSTILE))
                        .satisfies(sameContentAs(bytes));
            }
        }
    }

    @Test
    void globusUrlCopySendsAndFetchesWithAProxyCertificate() throws Exception {
        Packages.require("globus-url-copy", "globus-gass-copy-progs");
        GridAuthority authority = GridAuthority.in(Files.createDirectory(directory.resolve("grid authority")));
        Path root = Files.createDirectory(directory.resolve("grid"));
        Map<String, String> withProxy = new HashMap<>(environment);
        withProxy.putAll(authority.clientEnvironment());
        byte[] bytes = content(work.resolve(HOSTILE), 10);
        try (GridFtpServer server = GridFtpServer.startGsi(directory, root, authority)) {
            Location far = new Location("gsiftp", null, "localhost", server.port(), root + "/" + HOSTILE);
            run(
                    option(
                            Tool.GLOBUS_URL_COPY,
                            Protocol.GSIFTP,
                            "gsiftp",
                            Location.local(work.resolve(HOSTILE).toString()),
                            far),
                    false,
                    withProxy);
            assertThat(root.resolve(HOSTILE)).satisfies(sameContentAs(bytes));
            Path back = work.resolve("from the grid/made/for it");
            run(
                    option(Tool.GLOBUS_URL_COPY, Protocol.GSIFTP, "gsiftp", far, Location.local(back.toString())),
                    false,
                    withProxy);
            assertThat(back).satisfies(sameContentAs(bytes));
            Location wild = new Location("gsiftp", null, "localhost", server.port(), root + "/sent/there/a[1]");
            Location alike = new Location("gsiftp", null, "localhost", server.port(), root + "/sent/there/a1");
            content(work.resolve("another"), 11);
            for (Map.Entry<String, Location> sent :
                    Map.of(HOSTILE, wild, "another", alike).entrySet()) {
                run(
                        option(
                                Tool.GLOBUS_URL_COPY,
                                Protocol.GSIFTP,
                                "gsiftp",
                                Location.local(work.resolve(sent.getKey()).toString()),
                                sent.getValue()),
                        false,
                        withProxy);
            }
            run(
                    option(Tool.GLOBUS_URL_COPY, Protocol.GSIFTP, "gsiftp", wild, Location.local(back.toString())),
                    false,
                    withProxy);
            assertThat(back).satisfies(sameContentAs(bytes));
            Files.writeString(Files.createDirectories(work.resolve("grid tree")).resolve("a"), "a");
            run(
                    option(
                            Tool.GLOBUS_URL_COPY,
                            Protocol.GSIFTP,
                            "gsiftp",
                            Location.local(work.resolve("grid tree").toString()),
                            new Location("gsiftp", null, "localhost", server.port(), root + "/into/")),
                    true,
                    withProxy);
            assertThat(root.resolve("into/grid tree/a")).hasContent("a");
        }
    }

    @Test
    void rcloneSendsOverWebDav() throws Exception {
        Packages.require("rclone", "rclone");
        byte[] bytes = content(work.resolve("a 'b"), 8);
        Location to = web.location("/a 'b");
        run(
                option(
                        Tool.RCLONE,
                        Protocol.DAV,
                        "http",
                        Location.local("a 'b"),
                        new Location("dav", null, to.host(), to.port(), to.path())),
                false);
        assertThat(directory.resolve("web/a 'b")).satisfies(sameContentAs(bytes));
    }

    @Test
    void rcloneSendsToABucketAndFetchesFromIt() throws Exception {
        Packages.require("rclone", "rclone");
        byte[] bytes = content(work.resolve("a 'b"), 8);
        Path bucket = directory.resolve("buckets/bucket");
        try (S3Server server = S3Server.start(directory, bucket)) {
            Map<String, String> withKeys = new HashMap<>(environment);
            withKeys.put("AWS_ENDPOINT_URL", server.url());
            withKeys.put("AWS_CA_BUNDLE", ""); // rclone 1.60 fails where one is set
            withKeys.put("AWS_ACCESS_KEY_ID", S3Server.USER);
            withKeys.put("AWS_SECRET_ACCESS_KEY", S3Server.PASSWORD);
            Location far = server.location("/in/a 'b");
            run(option(Tool.RCLONE, Protocol.S3, "s3", Location.local("a 'b"), far), false, withKeys);
            assertThat(bucket.resolve("in/a 'b")).satisfies(sameContentAs(bytes));
            run(option(Tool.RCLONE, Protocol.S3, "s3", far, Location.local("back")), false, withKeys);
            assertThat(work.resolve("back")).satisfies(sameContentAs(bytes));
            withKeys.put("AWS_ENDPOINT_URL", "http://127.0.0.1:1"); // what rclone's own variables say counts
            withKeys.putAll(Map.of(
                    "RCLONE_S3_ENDPOINT",
                    server.url(),
                    "RCLONE_S3_PROVIDER",
                    "Minio",
                    "RCLONE_S3_REGION",
                    "us-east-1"));
            run(option(Tool.RCLONE, Protocol.S3, "s3", far, Location.local("own")), false, withKeys);
            assertThat(work.resolve("own")).satisfies(sameContentAs(bytes));
        }
    }

    @Test
    void copiesOnThisMachine() throws Exception {
        byte[] bytes = content(work.resolve(HOSTILE), 9);
        run(option(Tool.CP, Protocol.WAYBILL, "local", Location.local(HOSTILE), Location.local(served + "/")), false);
        assertThat(served.resolve(HOSTILE)).satisfies(sameContentAs(bytes));
    }
}
