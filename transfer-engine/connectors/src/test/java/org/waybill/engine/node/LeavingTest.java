package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that has moved something can end at once. */
class LeavingTest {
    @TempDir
    private Path directory;

    /** The JVM gives them 300 ms to come back before it ends. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "plut"})
    void leavesNoThreadInTheKernel(String transport) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path source = engine.file("source", 1 << 20, 1);
            Process client = ChildProcesses.start(
                    "move",
                    engine.home.toString(),
                    String.valueOf(engine.node.address().getPort()),
                    "true",
                    source.toString(),
                    "/copy",
                    transport);
            String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(client.waitFor()).as(said).isZero();
            assertThat(said).contains("in the kernel=[]");
        }
    }
}
