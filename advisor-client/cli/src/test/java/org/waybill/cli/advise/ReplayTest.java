package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.cli.Main;
import org.waybill.cli.schema.Schemas;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Advice about a real server, kept with its facts, judged again here and by a Waybill in another process. */
@Timeout(180)
class ReplayTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path directory;

    private Cli cli;
    private SshServer server;
    private String source;
    private String destination;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        byte[] content = new byte[100_000];
        new Random(3).nextBytes(content);
        source = Files.write(directory.resolve("x.dat"), content).toString();
        server = SshServer.start(directory);
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
        destination = "sftp://" + server.user() + "@127.0.0.1:" + server.port() + directory.resolve("y.dat");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void adviceIsKeptWithItsOutcomeAndJudgedAgainAlike() throws Exception {
        try (SharedService service = cli.service()) {
            String told = cli.run("advise", source, destination).out();
            String id = told.substring(told.lastIndexOf("waybill replay ") + 15).replaceAll("'(?s:.*)", "");
            Cli.Result copied = cli.run("copy", "--deadline", "1h", source, destination);
            assertThat(copied.code()).as(copied.err()).isZero();
            server.close();

            Cli.Result same = cli.run("replay", id);
            assertThat(same.code()).as(same.err()).isZero();
            assertThat(same.out())
                    .startsWith("Advice " + id + " of ")
                    .contains("from " + source + " to " + destination, "sftp")
                    .endsWith("same as kept\n");

            Path kept = cli.home().resolve("advices");
            JsonNode all = cli.run("replay", "--json", kept.toString()).json();
            assertThat(all.get("status").asString()).isEqualTo("OK");
            assertThat(all.get("equal").asInt()).isEqualTo(2);
            assertThat(all.get("replayed").toString()).as("the copy's").containsPattern("\"outcomeSeconds\":\\[[0-9]");
            Path file = kept.resolve(id + ".json");
            Schemas.check("kept-advice", Files.readString(file));

            ObjectNode document = (ObjectNode) JSON.readTree(Files.readString(file));
            ArrayNode options = (ArrayNode) document.get("advice").get("workflows");
            options.add(options.remove(0));
            Files.writeString(file, document.toString());
            Cli.Result different = cli.run("replay", id);
            assertThat(different.code()).isEqualTo(11);
            assertThat(different.out())
                    .contains("workflows: kept scp, ", ", now sftp, ")
                    .endsWith("not the same as kept\n");
            assertThat(cli.run("replay", "20260101-000000-0000").code()).isEqualTo(3);
            Files.writeString(file, "{");
            assertThat(cli.run("replay", id).code()).isEqualTo(2);
        }
    }

    @Test
    void anotherWaybillJudgesInAProcessOfItsOwn() throws Exception {
        cli.run("advise", source, destination);
        String kept = cli.home().resolve("advices").toString();
        Path jar = directory.resolve("waybill.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Stream.of(System.getProperty("java.class.path").split(":"))
                                .filter(part -> !part.isEmpty())
                                .map(part -> Path.of(part).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.flush();
        }

        Cli.Result there = cli.run("replay", "--planner", jar.toString(), kept);
        assertThat(there.code()).as(there.err()).isZero();
        assertThat(there.out()).isEqualTo(cli.run("replay", kept).out()).endsWith("same as kept\n");

        Cli.Result none = cli.run("replay", "--planner", source, kept);
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains(source + " cannot replay these advices (exit code 1)");
    }
}
