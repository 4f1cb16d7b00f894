package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/** The steps of an option: prepare, copy, verify; each with one command where there is one. */
public final class Steps {
    private Steps() {}

    /**
     * The steps of an option.
     *
     * @param directory whether the source is a directory
     * @param paired ends at nodes that this home is known to be paired with
     */
    public static List<Step> of(Candidate candidate, boolean directory, Set<Location> paired) {
        if (candidate.isStaged()) {
            return staged(candidate, directory);
        }
        List<Step> steps = new ArrayList<>();
        logIn(candidate, paired, steps);
        if (StorageSystemSteps.isOne(candidate)) {
            steps.addAll(StorageSystemSteps.steps(candidate));
            return steps;
        }
        PlannedCircuit circuit = candidate.circuit();
        if (circuit != null) {
            CircuitSteps.before(circuit, steps);
        }
        Optional<String> refusal = ToolNames.refusalOfCommand(candidate);
        steps.add(new Step(
                "Copy",
                refusal.orElseGet(() -> "with " + candidate.tool().command() + " ("
                        + candidate.tool().origin() + ")" + (directory ? ofLinks(candidate.tool()) : "")),
                refusal.isPresent() ? "" : ShellWords.join(ToolCommands.move(candidate, directory))));
        if (candidate.movable() && candidate.tool() != Tool.WAYBILL && circuit == null) {
            steps.add(new Step(
                    "Or let Waybill copy it",
                    "resumes, verifies, and records the transfer in the history",
                    ShellWords.join(CopyWords.ofScript(candidate))));
        }
        if (circuit != null) {
            steps.add(CircuitSteps.after());
        }
        verify(candidate, directory, steps);
        return steps;
    }

    /** What its one command does not do for a tree, and a script does. */
    private static String ofLinks(Tool tool) {
        return switch (tool) {
            case SFTP, SCP, LFTP, RCLONE, GLOBUS_URL_COPY ->
                "; it leaves out or follows symbolic links, which a script of 'waybill script' keeps or names";
            case WAYBILL, CP, RSYNC, CURL, XRDCP, GFAL_COPY, BBFTP -> "";
        };
    }

    /** The steps of each transfer, one after the other, and what is left to tidy up. */
    private static List<Step> staged(Candidate candidate, boolean directory) {
        List<Step> steps = new ArrayList<>();
        int legs = candidate.legs().size();
        for (int i = 0; i < legs; i++) {
            Candidate leg = candidate.legs().get(i);
            String part = (i + 1) + " of " + legs + ", " + name(leg.source()) + " to " + name(leg.destination());
            for (Step step : of(leg, directory, Set.of())) {
                steps.add(new Step(step.title() + " (" + part + ")", step.text(), step.command()));
            }
        }
        steps.add(new Step(
                "Remove the intermediate copies",
                "after the data are verified, remove the copies at " + String.join(" and ", candidate.via()),
                ""));
        return steps;
    }

    private static String name(Location end) {
        return end.isLocal() ? "here" : EndpointFormat.bracketed(end.host());
    }

    private static void logIn(Candidate candidate, Set<Location> paired, List<Step> steps) {
        switch (candidate.protocol().login()) {
            case SSH ->
                steps.add(new Step(
                        "Log in", "an SSH key or agent is used; the server's key must be in ~/.ssh/known_hosts", ""));
            case GRID_PROXY ->
                steps.add(new Step(
                        "Log in",
                        "create a proxy certificate from your grid certificate",
                        "grid-proxy-init -valid 12:00"));
            case PASSWORD ->
                steps.add(new Step(
                        "Log in",
                        "not needed for anonymous access; otherwise "
                                + (isCopiedByWebServers(candidate)
                                        ? "a token in BEARER_TOKEN, or in the file that BEARER_TOKEN_FILE names"
                                        : candidate.protocol().equals(Protocol.S3)
                                                ? "keys in AWS's files or environment, and there the endpoint if it is"
                                                        + " not AWS's"
                                                : "a line in ~/.netrc, which must have mode 0600"),
                        ""));
            case PAIRING -> pair(candidate, paired, steps);
            default -> {
                // nothing to prepare
            }
        }
    }

    private static boolean isCopiedByWebServers(Candidate candidate) {
        return candidate.isThirdPartyDirect() && candidate.isBy(Transport.HTTP);
    }

    private static void pair(Candidate candidate, Set<Location> paired, List<Step> steps) {
        for (Location end : List.of(candidate.source(), candidate.destination())) {
            if (!end.isLocal() && !paired.contains(end)) {
                int port = end.port() == 0 ? candidate.protocol().defaultPort() : end.port();
                steps.add(new Step(
                        "Pair",
                        "once for a node outside your own WAYBILL_HOME; the node's operator provides a token",
                        ShellWords.join(List.of(
                                Tool.WAYBILL.command(), "pair", EndpointFormat.bracketed(end.host()) + ":" + port))));
            }
        }
    }

    private static void verify(Candidate candidate, boolean directory, List<Step> steps) {
        if (directory || candidate.tool() == Tool.WAYBILL) {
            return;
        }
        for (Location file : List.of(candidate.source(), ToolCommands.finalName(candidate))) {
            if (file.isLocal()) {
                steps.add(new Step(
                        "Verify on this machine",
                        "compare with the other checksum",
                        ShellWords.join(List.of("sha256sum", "--", file.path()))));
            } else if (file.isServedBy(Protocol.SSH)) {
                List<String> there = List.of("sha256sum", "--", file.path());
                List<String> ssh = new ArrayList<>(List.of(SshCommand.PROGRAM));
                if (file.port() != 0) {
                    ssh.addAll(List.of("-p", String.valueOf(file.port())));
                }
                ssh.addAll(List.of("--", ToolUrls.sshDestination(file), ShellWords.join(there)));
                steps.add(new Step(
                        "Verify on " + EndpointFormat.bracketed(file.host()),
                        "compare with the other checksum",
                        ShellWords.join(ssh)));
            }
        }
    }
}
