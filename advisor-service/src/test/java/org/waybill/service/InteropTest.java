package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hessian clients that others wrote call the running service. They are installed below {@code target} on demand. */
class InteropTest {
    private static final Path MODULE = Path.of(System.getProperty("waybill.root", ".."), "advisor-service");
    private static final Path SCRIPTS = MODULE.resolve("src/test/interop").toAbsolutePath();
    private static final Path INSTALLED = MODULE.resolve("target/interop").toAbsolutePath();

    @Test
    void pythonHessianCallsTheService() throws Exception {
        Path home = INSTALLED.resolve("python");
        Path python = home.resolve("bin/python");
        if (!Files.exists(home.resolve("installed"))) {
            need("python3", "python3 and python3-venv");
            install(List.of("python3", "-m", "venv", home.toString()), "python3-venv");
            install(
                    List.of(python.toString(), "-m", "pip", "install", "--quiet", "python-hessian==1.2.0"),
                    "python-hessian from PyPI");
            Files.createFile(home.resolve("installed"));
        }
        check(run(List.of(python.toString(), SCRIPTS.resolve("call.py").toString()), null), "python");
    }

    @Test
    void hessianJsCallsTheService() throws Exception {
        Path home = INSTALLED.resolve("node");
        if (!Files.exists(home.resolve("installed"))) {
            need("npm", "nodejs and npm");
            Files.createDirectories(home);
            install(
                    List.of(
                            "npm",
                            "install",
                            "--silent",
                            "--no-fund",
                            "--no-audit",
                            "--no-save",
                            "--prefix",
                            home.toString(),
                            "hessian.js@2.11.0",
                            "js-to-java@2.7.0"),
                    "hessian.js from npm");
            Files.createFile(home.resolve("installed"));
        }
        check(run(List.of("node", SCRIPTS.resolve("call.js").toString()), home.resolve("node_modules")), "node");
    }

    private static void check(JsonNode result, String who) {
        assertThat(result.propertyNames()).as(result.toString()).contains("info", "fault", "stranger");
        assertThat(result.get("info").get("name").asString()).isEqualTo("waybill");
        assertThat(result.get("profile").get("site").asString()).isEqualTo("CERN Meyrin");
        assertThat(result.get("profile").get("place").get("latitude").asDouble())
                .isEqualTo(46.233);
        assertThat(result.get("located").get(0).get("place").get("city").asString())
                .isEqualTo("Meyrin");
        assertThat(result.get("forecast").get(0).get("secondsP50").asDouble()).isBetween(30.0, 60.0);
        JsonNode transfer = result.get("history").get("transfers").get(0);
        assertThat(transfer.get("sourceHost").asString()).isEqualTo(who + ".example");
        assertThat(transfer.get("seconds").asDouble()).isEqualTo(41.5);
        assertThat(transfer.get("bytes").asLong()).isEqualTo(4_000_000_000L);
        JsonNode imported = result.get("imported");
        assertThat(imported.get("transfers").asInt()).isEqualTo(1);
        assertThat(imported.get("problems").get(0).asString()).startsWith("the.log:2: incomplete transfer record");
        JsonNode file = result.get("found").get("files").get(0);
        assertThat(file.get("bytes").asLong()).isEqualTo(10);
        assertThat(file.get("replicas").get(1).get("accesses").get(0).get("url").asString())
                .isEqualTo("gsiftp://b.example/a");
        assertThat(result.get("saved").get("id").asLong()).isPositive();
        assertThat(result.get("page").get("total").asInt()).isEqualTo(1);
        assertThat(result.get("changes").get(0).get("action").asString()).isEqualTo("ADD");
        assertThat(result.get("exported").asString())
                .startsWith("name,country,url")
                .containsIgnoringCase(who + " institute,CH");
        circuits(result, who);
        assertThat(result.get("fault").get("code").asString()).isEqualTo("NOT_FOUND");
        assertThat(result.get("stranger").asString()).contains("401");
    }

    /** Some clients keep a constant's name in an object. */
    private static String constant(JsonNode value) {
        assertThat(value).isNotNull();
        return value.isObject() ? value.get("name").asString() : value.asString();
    }

    /** A circuit from its quote to its release, over a topology that the client brought. */
    private static void circuits(JsonNode result, String who) {
        assertThat(result.get("topology").get("links").asInt()).isEqualTo(2);
        assertThat(result.get("attachments").get(0).get("subject").asString()).isEqualTo("dtn." + who + ".example");
        JsonNode offer = result.get("quotes").get(0);
        assertThat(constant(offer.get("kind"))).isEqualTo("BUILT_IN");
        assertThat(offer.get("earliestFinish").get("bitsPerSecond").asDouble()).isEqualTo(10e9);
        assertThat(offer.get("breakEvenBytes").asLong()).isNotNegative();
        assertThat(constant(result.get("held").get("state"))).isEqualTo("HELD");
        assertThat(result.get("held").get("path")).hasSize(2);
        assertThat(constant(result.get("committed").get("state"))).isEqualTo("COMMITTED");
        assertThat(result.get("circuits").valueStream().map(one -> one.get("id").asString()))
                .contains(result.get("held").get("id").asString());
        assertThat(constant(result.get("released").get("state"))).isEqualTo("RELEASED");
    }

    private static JsonNode run(List<String> command, Path nodePath) throws Exception {
        Standalone standalone = Standalone.shared();
        List<String> words = new ArrayList<>(command);
        words.add(standalone.service.url().toString());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("WAYBILL_TOKEN", standalone.service.token());
        if (nodePath != null) {
            builder.environment().put("NODE_PATH", nodePath.toString());
        }
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return JsonMapper.builder().build().readTree(said);
    }

    private static void need(String program, String packages) throws InterruptedException {
        try {
            new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            missing("no " + program + " here: install " + packages);
        }
    }

    private static void install(List<String> command, String what) throws Exception {
        Path log = Files.createTempFile("waybill-interop", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean installed = process.waitFor(180, TimeUnit.SECONDS) && process.exitValue() == 0;
        process.destroyForcibly();
        String said = Files.readString(log);
        Files.delete(log);
        if (!installed) {
            missing("cannot install " + what + ": " + said);
        }
    }

    private static void missing(String why) {
        if (Boolean.getBoolean("waybill.test.servers.required")) {
            fail(why);
        }
        abort(why);
    }
}
