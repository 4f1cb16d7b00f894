package org.waybill.client.workflow.script;

import java.time.Instant;
import java.util.List;
import org.waybill.client.workflow.option.PlannedCircuit;

/** What there is to do about a circuit before and after the data go over it. */
final class CircuitSteps {
    private CircuitSteps() {}

    static void before(PlannedCircuit circuit, List<Step> steps) {
        steps.add(new Step(
                "Hold the circuit",
                "by " + circuit.system() + ", exactly as quoted; the quote is valid for some minutes",
                ShellWords.join(hold(circuit))));
        steps.add(new Step("Commit the hold", "a hold expires within minutes", ShellWords.join(commit(circuit))));
        steps.add(new Step("Wait for its start", "at " + circuit.start(), wait(circuit)));
    }

    static Step after(PlannedCircuit circuit) {
        return new Step(
                "Release the circuit",
                "its remaining time becomes free for other users",
                ShellWords.join(release(circuit)));
    }

    static List<String> hold(PlannedCircuit circuit) {
        return List.of(
                "waybill",
                "reserve",
                "hold",
                "--system",
                circuit.system(),
                "--start",
                circuit.start().toString(),
                "--end",
                circuit.end().toString(),
                "--rate",
                String.valueOf((long) circuit.bitsPerSecond()),
                "--id",
                circuit.id(),
                "--",
                circuit.sourceHost(),
                circuit.destinationHost());
    }

    static List<String> commit(PlannedCircuit circuit) {
        return List.of("waybill", "reserve", "commit", circuit.id());
    }

    static List<String> release(PlannedCircuit circuit) {
        return List.of("waybill", "reserve", "release", circuit.id());
    }

    /** POSIX arithmetic on seconds since 1970: {@code date} reads no times everywhere. */
    static String wait(PlannedCircuit circuit) {
        return "while [ \"$(date +%s)\" -lt " + seconds(circuit.start()) + " ]; do sleep 1; done";
    }

    private static long seconds(Instant start) {
        return start.getEpochSecond() + (start.getNano() > 0 ? 1 : 0);
    }
}
