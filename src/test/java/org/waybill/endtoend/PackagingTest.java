package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.Packages;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What runs Waybill for an operator, read by the tools that will: systemd's units, compose.yaml, the Helm chart. */
@Timeout(120)
class PackagingTest {
    private static final Path PACKAGING = Path.of(System.getProperty("waybill.root", "../.."))
            .resolve("build-tools/packaging")
            .toAbsolutePath();
    private static final String CHART = PACKAGING.resolve("chart").toString();

    @TempDir
    private Path directory;

    @Test
    void theUnitsAreHardenedAndSystemdReadsThem() throws Exception {
        String analyze = Packages.require("systemd-analyze", "systemd").toString();
        List<Path> units = new ArrayList<>();
        try (Stream<Path> files = Files.list(PACKAGING)) {
            files.filter(file -> file.toString().endsWith(".service")).forEach(units::add);
        }
        assertThat(units).hasSize(2);
        for (Path unit : units) {
            // of 100, where 25 is 2.5
            succeeds(analyze, "security", "--no-pager", "--offline=yes", "--threshold=25", unit.toString());
            Path readable = directory.resolve(unit.getFileName().toString().replace("@", "@somebody"));
            Files.writeString(readable, Files.readString(unit).replace("/usr/bin/waybill", "/bin/sh"));
            assertThat(succeeds(analyze, "verify", "--man=no", readable.toString()))
                    .isEmpty();
        }
    }

    @Test
    void composeReadsItsFile() throws Exception {
        Packages.require("docker-compose", "docker-compose");

        String read = succeeds(
                "env",
                "WAYBILL_VERSION=1.2",
                "docker-compose",
                "-f",
                PACKAGING.resolve("compose.yaml").toString(),
                "config");

        JsonNode services = documents(read).getFirst().get("services");
        assertThat(services.propertyNames()).containsExactlyInAnyOrder("database", "node", "service");
        for (String ours : List.of("node", "service")) {
            assertThat(services.at("/" + ours + "/image").asString()).isEqualTo("waybill-" + ours + ":1.2");
            assertThat(services.at("/" + ours + "/read_only").asBoolean()).isTrue();
        }
    }

    @Test
    void theChartIsCleanAndItsPodsAreHardened() throws Exception {
        helm();
        List<String> values = List.of(
                "--set=service.database.url=jdbc:mysql://db.example.org/waybill",
                "--set=service.filesSecret=files",
                "--set=service.extraArgs={--quiet}",
                "--set=node.enabled=true",
                "--set=node.register.url=https://advisor.example.org",
                "--set=node.register.tokenSecret=token");
        succeeds(with(values, "helm", "lint", "--strict", "--quiet", CHART));

        List<JsonNode> rendered = documents(succeeds(with(values, "helm", "template", "site", CHART)));

        assertThat(rendered.stream()
                        .map(one -> one.get("kind").asString() + " "
                                + one.at("/metadata/name").asString()))
                .containsExactlyInAnyOrder(
                        "Service site-service",
                        "Service site-service-replicas",
                        "PodDisruptionBudget site-service",
                        "StatefulSet site-service",
                        "NetworkPolicy site-service",
                        "Service site-node",
                        "StatefulSet site-node",
                        "NetworkPolicy site-node");
        for (JsonNode one : rendered) {
            String kind = one.get("kind").asString();
            String part =
                    one.at("/metadata/labels/app.kubernetes.io~1component").asString();
            JsonNode selector = one.at(
                    switch (kind) {
                        case "Service" -> "/spec/selector";
                        case "NetworkPolicy" -> "/spec/podSelector/matchLabels";
                        default -> "/spec/selector/matchLabels";
                    });
            assertThat(selector.get("app.kubernetes.io/component").asString())
                    .as(kind)
                    .isEqualTo(part);
            assertThat(selector.size()).as(kind).isEqualTo(3);
            if (kind.equals("StatefulSet")) {
                isHardened(part, one);
            }
        }
    }

    private static void isHardened(String part, JsonNode set) {
        JsonNode pod = set.at("/spec/template/spec");
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.get("automountServiceAccountToken").asBoolean()).isFalse();
        Set<String> volumes = new TreeSet<>(pod.get("volumes").findValuesAsString("name"));
        set.at("/spec/volumeClaimTemplates")
                .forEach(claim -> volumes.add(claim.at("/metadata/name").asString()));
        Stream.concat(each(pod.path("initContainers")), each(pod.get("containers")))
                .forEach(container -> {
                    assertThat(container.get("image").asString()).isEqualTo("waybill-" + part + ":0.0.0");
                    JsonNode allowed = container.get("securityContext");
                    assertThat(allowed.get("readOnlyRootFilesystem").asBoolean())
                            .isTrue();
                    assertThat(allowed.get("allowPrivilegeEscalation").asBoolean())
                            .isFalse();
                    assertThat(allowed.at("/capabilities/drop/0").asString()).isEqualTo("ALL");
                    assertThat(container.at("/resources/limits/memory").asString())
                            .isNotEmpty();
                    assertThat(volumes)
                            .containsAll(container.get("volumeMounts").findValuesAsString("name"));
                });
        JsonNode main = pod.at("/containers/0");
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            assertThat(main.has(probe)).as(probe).isTrue();
        }
    }

    @Test
    void valuesThatCannotBeAreRefusedInALine() throws Exception {
        helm();

        assertThat(fails("helm", "template", "site", CHART))
                .contains("service.database.url is required, such as jdbc:mysql://db.example.org/waybill");
        assertThat(fails("helm", "template", "site", CHART, "--set=service.replica=3"))
                .contains("replica");
        assertThat(fails(
                        "helm",
                        "template",
                        "site",
                        CHART,
                        "--set=service.enabled=false,node.enabled=true,node.replicas=2,node.data.existingClaim=data"))
                .contains("two nodes must not serve one directory");
    }

    private static void helm() {
        if (Packages.find("helm").isEmpty()) {
            Packages.missing("helm is not installed: go install helm.sh/helm/v3/cmd/helm@v3.19.5");
        }
    }

    private static Stream<JsonNode> each(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static List<JsonNode> documents(String yaml) {
        List<JsonNode> all = new ArrayList<>();
        new Yaml().loadAll(yaml).forEach(one -> all.add(JsonMapper.shared().valueToTree(one)));
        return all;
    }

    private static String[] with(List<String> values, String... command) {
        return Stream.concat(Stream.of(command), values.stream()).toArray(String[]::new);
    }

    private String succeeds(String... command) throws IOException, InterruptedException {
        return run(true, command);
    }

    private String fails(String... command) throws IOException, InterruptedException {
        return run(false, command);
    }

    private String run(boolean well, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", directory.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor() == 0)
                .as(String.join(" ", command) + ": " + said)
                .isEqualTo(well);
        return said;
    }
}
