package org.waybill.client.workflow.script;

import java.time.Instant;
import java.util.List;
import org.waybill.client.workflow.option.PlannedCircuit;

/** What there is to do about a circuit before and after the data go over it. */
final class CircuitSteps {
    private static final String COMMIT = "waybill reserve commit ";
    private static final String RELEASE = "waybill reserve release ";
    private static final String ID = "\"$circuit\"";

    private CircuitSteps() {}

    static void before(PlannedCircuit circuit, List<Step> steps) {
        steps.add(new Step(
                "Hold the circuit",
                "by " + circuit.system() + ", exactly as quoted; the quote is valid for some minutes",
                ShellWords.join(hold(circuit)) + " -- " + hosts(circuit)));
        steps.add(new Step(
                "Commit the hold", "ID is what the hold prints; a hold expires within minutes", COMMIT + "ID"));
        steps.add(new Step("Wait for its start", "at " + circuit.start(), wait(circuit)));
    }

    static Step after() {
        return new Step("Release the circuit", "its remaining time becomes free for other users", RELEASE + "ID");
    }

    /**
     * A script holds the circuit under a name of its own at each run: what was released is not held again. A hold of
     * which no answer came (exit codes 1, 4 and those of signals) may have been made, and is released too.
     */
    static void hold(PlannedCircuit circuit, ShellScript script) {
        script.line("circuit=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' |"
                + " sed 's/^\\(.\\{8\\}\\)\\(.\\{4\\}\\)\\(.\\{4\\}\\)\\(.\\{4\\}\\)/\\1-\\2-\\3-\\4-/')");
        script.line("held=1");
        script.atExit("[ -z \"$held\" ] || " + RELEASE + ID);
        script.line(ShellWords.join(hold(circuit)) + " --id " + ID + " -- " + hosts(circuit)
                + " || { status=$?; case $status in 1|4|129|1[3-9]?) ;; *) held= ;; esac; exit \"$status\"; }");
        script.line(COMMIT + ID);
    }

    private static String hosts(PlannedCircuit circuit) {
        return ShellWords.join(List.of(circuit.sourceHost(), circuit.destinationHost()));
    }

    private static List<String> hold(PlannedCircuit circuit) {
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
                String.valueOf((long) circuit.bitsPerSecond()));
    }

    /**
     * From the commit to the start, and for as long as the system needs to set it up. POSIX arithmetic on seconds since
     * 1970: {@code date} reads no times everywhere.
     */
    static String wait(PlannedCircuit circuit) {
        long setUpSeconds = (long) Math.ceil(circuit.setUpSeconds());
        return (setUpSeconds > 0 ? "sleep " + setUpSeconds + "; " : "") + "while [ \"$(date +%s)\" -lt "
                + seconds(circuit.start()) + " ]; do sleep 1; done";
    }

    private static long seconds(Instant start) {
        return start.getEpochSecond() + (start.getNano() > 0 ? 1 : 0);
    }
}
