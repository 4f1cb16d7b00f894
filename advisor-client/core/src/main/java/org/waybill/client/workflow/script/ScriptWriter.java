package org.waybill.client.workflow.script;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.RcloneBackend;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * Writes an option as a POSIX shell script: {@code set -eu}, every word from outside quoted by {@link ShellWords}, no
 * secrets, the tools looked for first, data under a temporary name until they are whole, SHA-256 of both endpoints
 * compared where both can be read. With {@code WAYBILL_VERIFY=none} in its environment a script does not compare.
 * See decision 0043.
 */
public final class ScriptWriter {
    private final Candidate candidate;
    private final boolean directory;
    private final ShellScript script;

    private ScriptWriter(Candidate candidate, boolean directory, ShellScript script) {
        this.candidate = candidate;
        this.directory = directory;
        this.script = script;
    }

    /**
     * The script of an option.
     *
     * @param directory whether the source is a directory
     * @param names keyed with the home's secret
     * @throws TransferException {@link Reason#BAD_INPUT} if the tool cannot carry the names
     */
    public static String write(Candidate candidate, boolean directory, TemporaryNames names) throws TransferException {
        return write(candidate, directory, names, null);
    }

    /**
     * The script of an option.
     *
     * @param directory whether the source is a directory
     * @param names keyed with the home's secret
     * @param identity the private key to log in with by SSH; null for what ssh finds itself
     * @throws TransferException {@link Reason#BAD_INPUT} if the tool cannot carry the names
     */
    public static String write(Candidate candidate, boolean directory, TemporaryNames names, @Nullable Path identity)
            throws TransferException {
        for (Location end : new Location[] {candidate.source(), candidate.destination()}) {
            if (end.isStream()) {
                throw new TransferException(
                        Reason.BAD_INPUT, "a script cannot copy a stream: name a file instead of -");
            }
        }
        Optional<String> refusal = ToolNames.refusal(candidate);
        if (refusal.isPresent()) {
            throw new TransferException(Reason.BAD_INPUT, refusal.get());
        }
        String key = identity == null ? null : identity.toAbsolutePath().toString();
        ScriptWriter writer = new ScriptWriter(candidate, directory, new ShellScript(names, key));
        writer.head();
        if (candidate.isStaged()) {
            writer.script.beginParts();
            candidate.legs().forEach(writer::leg);
            writer.script.endOfParts();
        } else if (candidate.circuit() != null) {
            writer.over(candidate.circuit());
        } else {
            writer.body();
        }
        return writer.script.toString();
    }

    /** Whether a script of an option logs in by SSH, with the key that a user names. */
    public static boolean usesIdentity(Candidate candidate) {
        return legs(candidate)
                .anyMatch(leg -> leg.tool() == Tool.WAYBILL
                        || leg.tool() != Tool.CP
                                && Stream.of(leg.source(), leg.destination())
                                        .anyMatch(end -> end.isServedBy(Protocol.SSH)));
    }

    /** Whether {@code waybill copy} does all of a script's copying, with the user's defaults. */
    public static boolean copiesByWaybill(Candidate candidate) {
        return legs(candidate).allMatch(leg -> leg.tool() == Tool.WAYBILL);
    }

    private static Stream<Candidate> legs(Candidate candidate) {
        return candidate.isStaged() ? candidate.legs().stream() : Stream.of(candidate);
    }

    private void leg(Candidate leg) {
        script.comment("");
        script.comment("to " + new Endpoint(leg.destination(), true).format());
        ScriptWriter part = new ScriptWriter(leg, directory, script);
        part.apart();
    }

    /** In a shell of its own: what it sets, traps and execs ends with it; a failure ends the script. */
    private void apart() {
        script.apart();
        script.comment(credentials());
        body();
        script.endApart();
    }

    /**
     * The circuit is held and made to last before, and given back however the transfer ends. A hold that was interrupted
     * may be one.
     */
    private void over(PlannedCircuit circuit) {
        need(script, Tool.WAYBILL);
        script.comment("The quote is valid for some minutes; after that, create a new script.");
        CircuitSteps.hold(circuit, script);
        script.beginParts();
        apart();
        script.endOfParts();
    }

    private void body() {
        if (StorageSystemSteps.isOne(candidate)) {
            need(script, Tool.WAYBILL);
            need(script, candidate.tool());
            lock();
            storage();
            return;
        }
        if (!isOneCommand()) {
            lock();
        }
        if (!OptionTraits.of(candidate, directory).durable()) {
            script.comment("Files are overwritten in place: if the script is interrupted, run it again.");
        }
        Runnable body =
                switch (candidate.tool()) {
                    case SFTP, SCP, RSYNC -> this::sshOrRsync;
                    case CURL -> new CurlBody(script, candidate)::write;
                    case LFTP -> new LftpBody(script, candidate, directory)::write;
                    case RCLONE -> new RcloneBody(script, candidate, directory)::write;
                    case CP -> new LocalBody(script, candidate, directory)::write;
                    case GLOBUS_URL_COPY -> new GlobusBody(script, candidate, directory)::write;
                    case WAYBILL -> this::waybill;
                    case XRDCP, GFAL_COPY, BBFTP -> this::toolAsItIs;
                };
        body.run();
    }

    /** Two runs at once would write one temporary file. */
    private void lock() {
        Location to = ToolCommands.finalName(candidate);
        script.lock(to.isLocal() ? LocalPaths.absolute(to.path()) : to.toString());
    }

    /** Whether the script becomes its tool, which has no temporary name that two runs would share. */
    private boolean isOneCommand() {
        return switch (candidate.tool()) {
            case WAYBILL -> true;
            case XRDCP, GFAL_COPY, BBFTP -> !directory;
            case RSYNC -> candidate.isBy(Transport.RSYNC) && !directory;
            case GLOBUS_URL_COPY, SFTP, SCP, LFTP, CURL, RCLONE, CP -> false;
        };
    }

    /** Of tools that see to everything themselves. */
    private void toolAsItIs() {
        need(script, candidate.tool());
        if (directory
                && candidate.tool() == Tool.XRDCP
                && !candidate.destination().isLocal()) {
            need(script, "xrdfs", Tool.XRDCP.origin());
        }
        if (!directory) {
            script.line("exec " + ShellWords.join(ToolCommands.move(candidate, false)));
            return;
        }
        if (candidate.source().isLocal()) {
            OtherEntries others = new OtherEntries(script, candidate.source());
            others.list();
            others.refuse(candidate.tool().command());
        }
        script.command(ToolCommands.move(candidate, true));
    }

    /** Waybill names what it leaves out, too. */
    private void waybill() {
        need(script, Tool.WAYBILL);
        List<String> words = new ArrayList<>(ToolCommands.move(candidate, directory));
        if (directory) {
            words.add(words.indexOf("--"), "--strict");
        }
        String identity = script.identity();
        if (identity != null) {
            words.addAll(words.indexOf("--"), List.of("--identity", identity));
        }
        script.line("exec " + ShellWords.join(words));
    }

    /** The request is ended however the transfer ends; nothing continues what a transfer that failed has fetched. */
    private void storage() {
        Location to = ToolCommands.finalName(candidate);
        PartialNames parts = script.parts(FileNames.explicit(to.path()));
        if (to.isLocal()) {
            script.line("[ ! -d " + ShellWords.quote(parts.whole())
                    + " ] || fail 2 'the destination is a directory: add a slash at its end'");
            LocalBody.makeParent(script, parts.whole());
            script.atExit(ShellWords.join(List.of("rm", "-f", "--", parts.part())));
        }
        script.line("turl=");
        script.atExit("[ -z \"$turl\" ] || " + StorageSystemSteps.giveUp(candidate));
        script.line(StorageSystemSteps.prepare(candidate));
        script.line(StorageSystemSteps.copy(to.isLocal() ? candidate.to(Location.local(parts.part())) : candidate));
        if (to.isLocal()) {
            script.command(List.of("mv", "-f", "--", parts.part(), parts.whole()));
        }
        script.line("turl=");
        script.line(StorageSystemSteps.finish(candidate));
    }

    private void sshOrRsync() {
        if (candidate.isBy(Transport.RSYNC)) {
            need(script, Tool.RSYNC);
            SshBody.needSecludedArguments(script);
            if (candidate.destination().isLocal()) {
                LocalBody.makeParent(script, ToolCommands.finalName(candidate).path());
            }
            String partial =
                    script.parts(ToolCommands.finalName(candidate).path()).part();
            rsyncDaemon(ShellWords.join(ToolCommands.rsync(candidate, directory, FileNames.last(partial))));
        } else if (candidate.throughHere()) {
            new RemoteToRemoteScript(script, candidate, directory).write();
        } else {
            new SshBody(script, candidate, directory).write();
        }
    }

    /** Nothing but its own output tells what rsync finds at a daemon that is no file, directory or link. */
    private void rsyncDaemon(String rsync) {
        if (!directory) {
            script.line("exec " + rsync);
            return;
        }
        OtherEntries others = new OtherEntries(script, candidate.source());
        others.listNothing();
        script.line(rsync + " > \"$lists/said\"");
        OtherEntries.leaveOut(
                script,
                "sed -n 's/^skipping non-regular file \"\\(.*\\)\"$/.\\/\\1 (a pipe, socket or device)/p'"
                        + " \"$lists/said\"");
        others.end();
    }

    private void head() {
        script.line("#!/bin/sh");
        script.comment("Copies " + new Endpoint(candidate.source(), true).format());
        script.comment("to    " + new Endpoint(candidate.destination(), true).format());
        script.comment(
                "with " + candidate.tool().command() + " (" + candidate.tool().origin() + "). Created by Waybill.");
        script.comment(credentials());
        script.line("set -eu");
        script.line("fail() { printf '%s\\n' \"$2\" >&2; exit \"$1\"; }");
        String identity = script.identity();
        // as a program, not as a function of the script
        String find = identity == null ? "command -v \"$1\"" : "(unset -f \"$1\"; command -v \"$1\")";
        script.line("need() { " + find + " >/dev/null 2>&1 || fail 7 \"this script needs $1 ($2)\"; }");
        Checksums.define(script);
        script.line("verify=${WAYBILL_VERIFY:-sha256}");
        if (identity != null) {
            script.set("identity", identity);
            for (String tool : List.of(SshCommand.PROGRAM, Tool.SCP.command(), Tool.SFTP.command())) {
                script.line(tool + "() { command " + tool + " -i \"$identity\" \"$@\"; }");
            }
        }
    }

    private String credentials() {
        return switch (candidate.tool()) {
            case SFTP, SCP, RSYNC -> "No secrets in this file: ssh uses your agent or keys, and ~/.ssh/known_hosts.";
            case RCLONE ->
                "No secrets in this file: for SSH rclone uses ~/.ssh/known_hosts and the key file that"
                    + " RCLONE_SFTP_KEY_FILE names, your agent, or the first key that ssh finds; for other servers set"
                    + " "
                        + Stream.of(RcloneBackend.values())
                                .map(RcloneBackend::passwordVariable)
                                .filter(Objects::nonNull)
                                .collect(Collectors.joining(" or "))
                        + " (see 'rclone obscure').";
            case CURL, LFTP -> "No secrets in this file: put an account's password into ~/.netrc (mode 0600).";
            case GFAL_COPY, GLOBUS_URL_COPY, XRDCP ->
                candidate.isBy(Transport.HTTP)
                        ? "No secrets in this file: your token is that of BEARER_TOKEN, or in the file that"
                                + " BEARER_TOKEN_FILE names."
                        : "No secrets in this file: create a proxy certificate with grid-proxy-init.";
            case BBFTP -> "No secrets in this file: bbftp asks for the password.";
            case WAYBILL, CP -> "No secrets in this file: Waybill uses its vault, your SSH agent and its pairings.";
        };
    }

    static void need(ShellScript script, Tool tool) {
        need(script, tool.command(), tool.origin());
    }

    static void need(ShellScript script, String command, String origin) {
        script.command(List.of("need", command, origin));
    }
}
