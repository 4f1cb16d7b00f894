package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** A task outlives its worker; a class of its own, which waits for the end of a lease while others run. */
@Timeout(300)
class KilledWorkerTest extends WorkerLab {
    /** With {@link #SLOW} 12 s. */
    private static final int HALF = BYTES / 2;

    @Test
    void anotherWorkerCompletesTheTaskOfOneThatIsKilled() throws Exception {
        Map<String, Process> workers = Map.of("w1", worker("w1"), "w2", worker("w2"));
        Path file = file("big.bin", HALF);
        long id = submit(file.toString(), url("big.bin"), SLOW);
        awaitBytes(id, 4 << 20);
        String first = task(id).get("worker").asString();
        String second = first.equals("w1") ? "w2" : "w1";
        workers.get(first).destroyForcibly();
        TaskLab.await(() -> !runs(first, id));
        TaskLab.await(() -> task(id).get("worker").asString().equals(second));
        awaitEnd(id);
        JsonNode done = task(id);
        assertThat(done.get("state").asString()).as(done.toString()).isEqualTo("DONE");
        assertThat(done.get("attempts").asInt()).isEqualTo(2);
        assertThat(done.get("bytesDone").asLong()).isEqualTo(HALF);
        assertThat(Files.mismatch(file, received.resolve("big.bin"))).isEqualTo(-1);
        assertThat(document(id).get("resumedBytes").asLong()).isPositive();
        assertThat(TaskLab.names(received)).containsExactly("big.bin");
    }

    /** Each has a home of its own, with a key of its own for the names of partial files. */
    @Test
    void onASharedDiskAnotherWorkerResumesAndLeavesNoPartialFile() throws Exception {
        Map<String, Process> workers = Map.of("w1", worker("w1"), "w2", worker("w2"));
        byte[] content = new byte[2 * BYTES];
        new Random(7).nextBytes(content);
        Path source = Files.write(received.resolve("run.bin"), content);
        Path copy = data.resolve("run.bin");
        long id = submit(url("run.bin"), copy.toString(), "--rate=40M");
        awaitBytes(id, 20 << 20);
        String first = task(id).get("worker").asString();
        workers.get(first).destroyForcibly();
        TaskLab.await(() -> !runs(first, id));
        awaitEnd(id);
        JsonNode done = task(id);
        assertThat(done.get("state").asString()).as(done.toString()).isEqualTo("DONE");
        assertThat(done.get("worker").asString()).isNotEqualTo(first);
        assertThat(Files.mismatch(source, copy)).isEqualTo(-1);
        assertThat(TaskLab.names(data)).containsExactly("run.bin");
        assertThat(document(id).get("resumedBytes").asLong()).isPositive();
    }
}
