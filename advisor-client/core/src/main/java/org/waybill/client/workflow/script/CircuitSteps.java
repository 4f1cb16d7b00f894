package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.PlannedCircuit;

/** What there is to do about a circuit before and after the data go over it. */
final class CircuitSteps {
    private static final String RELEASE = "waybill reserve release ";
    private static final String ID = "\"$circuit\"";

    private CircuitSteps() {}

    static void before(PlannedCircuit circuit, List<Step> steps) {
        steps.add(new Step(
                "Hold the circuit",
                "by " + circuit.system() + ", exactly as quoted; the quote is valid for some minutes",
                ShellWords.join(hold(circuit)) + " -- " + hosts(circuit)));
        steps.add(new Step(
                "Commit the hold and wait for its start",
                "ID is what the hold prints; a hold expires within minutes; the start granted may be later than "
                        + circuit.start(),
                commit(circuit, "ID")));
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
        script.line(commit(circuit, ID));
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

    /** Returns at the start that was granted, and after as long as the system needs to set the circuit up. */
    private static String commit(PlannedCircuit circuit, String id) {
        return "waybill reserve commit --wait " + (long) Math.ceil(circuit.setUpSeconds()) + " " + id;
    }
}
