package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.storage.TemporaryNames;

/** What a script does about a circuit, run by sh. */
class CircuitStepsTest {
    private static final Instant PAST = Instant.parse("2020-01-01T12:00:00Z");

    @TempDir
    private Path directory;

    private static PlannedCircuit circuit(ProvisioningKind kind) {
        return new PlannedCircuit(
                "Lab of A",
                kind,
                PlannedCircuit.Aim.BOTH,
                QuoteBasis.AVAILABILITY,
                "a.example",
                "b.example",
                "a",
                "b",
                PAST,
                PAST.plusSeconds(600),
                2e9,
                2e9,
                null,
                List.of("a", "b"),
                null,
                0,
                kind.setUp().toSeconds());
    }

    @Test
    void aScriptHoldsAnotherCircuitAtEachRunAndReleasesIt() throws Exception {
        Path stub = Files.writeString(directory.resolve("waybill"), "#!/bin/sh\necho \"$@\"\n");
        assertThat(stub.toFile().setExecutable(true)).isTrue();
        ShellScript script = new ShellScript(TemporaryNames.ofThisProcess());
        script.line("set -eu");
        CircuitSteps.hold(circuit(ProvisioningKind.BUILT_IN), script);
        Path file = Files.writeString(directory.resolve("script.sh"), script.toString());
        Set<String> ids = new HashSet<>();
        for (int run = 0; run < 2; run++) {
            Shell.Result result = Shell.run(file, directory, Map.of("PATH", directory + ":" + System.getenv("PATH")));
            List<String> lines = result.output().lines().toList();
            assertThat(lines).hasSize(3);
            String id = lines.get(1).substring("reserve commit --wait 0 ".length());
            assertThat(UUID.fromString(id)).hasToString(id);
            assertThat(lines)
                    .containsExactly(
                            "reserve hold --system Lab of A --start 2020-01-01T12:00:00Z --end 2020-01-01T12:10:00Z"
                                    + " --rate 2000000000 --id " + id + " -- a.example b.example",
                            "reserve commit --wait 0 " + id,
                            "reserve release " + id);
            ids.add(id);
        }
        assertThat(ids).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "4, true", "130, true", "2, false", "12, false"})
    void aHoldOfWhichNoAnswerCameIsReleased(int code, boolean released) throws Exception {
        Path stub = Files.writeString(
                directory.resolve("waybill"), "#!/bin/sh\necho \"$@\"\n[ \"$2\" != hold ] || exit " + code + "\n");
        assertThat(stub.toFile().setExecutable(true)).isTrue();
        ShellScript script = new ShellScript(TemporaryNames.ofThisProcess());
        script.line("set -eu");
        CircuitSteps.hold(circuit(ProvisioningKind.BUILT_IN), script);
        Path file = Files.writeString(directory.resolve("script.sh"), script.toString());
        Shell.Result result = Shell.run(file, directory, Map.of("PATH", directory + ":" + System.getenv("PATH")));
        assertThat(result.exitCode()).isEqualTo(code);
        assertThat(result.output()).doesNotContain("reserve commit");
        assertThat(result.output().contains("reserve release ")).isEqualTo(released);
    }

    @Test
    void aSystemIsGivenTimeToSetTheCircuitUp() {
        ShellScript script = new ShellScript(TemporaryNames.ofThisProcess());
        CircuitSteps.hold(circuit(ProvisioningKind.OSCARS_REST), script);
        assertThat(script.toString()).contains("waybill reserve commit --wait 60 \"$circuit\"\n");
    }
}
