package org.waybill.client.workflow.script;

import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * Which names the command language of a tool can carry. What it can is written by the tool's one encoder,
 * {@link ShellWords}, {@link LftpScript#quote}, {@link SftpBatch#quote} or {@link Rclone#quote}; for the rest no
 * command is printed, since it would run what is in the name.
 */
final class ToolNames {
    /** In bbftp's commands blanks, semicolons and wildcards mean something, and nothing takes that from them. */
    private static final String PLAIN_TO_BBFTP = "[\\p{L}\\p{N}_./:@%+,=~-]*";

    private ToolNames() {}

    /** Why an option's tool cannot carry its names in a script, and what to do; empty if it can. */
    static Optional<String> refusal(Candidate candidate) {
        return legs(candidate)
                .flatMap(leg -> Stream.concat(
                        Stream.of(leg.source(), ToolCommands.finalName(leg))
                                .flatMap(end -> refusal(leg.tool(), end).stream()),
                        leg.isBy(Transport.RSYNC) ? pattern(leg, "name it otherwise").stream() : Stream.empty()))
                .findFirst();
    }

    /** Why its one command cannot carry them, where a script uses several. */
    static Optional<String> refusalOfCommand(Candidate candidate) {
        return refusal(candidate)
                .or(() -> legs(candidate)
                        .filter(leg -> leg.tool() == Tool.RSYNC)
                        .flatMap(leg -> pattern(leg, "a script of 'waybill script' does it").stream())
                        .findFirst());
    }

    private static Stream<Candidate> legs(Candidate candidate) {
        return candidate.isStaged() ? candidate.legs().stream() : Stream.of(candidate);
    }

    /** A source can be written as a pattern that nothing else matches; a destination need not exist. */
    private static Optional<String> pattern(Candidate leg, String advice) {
        Location to = ToolCommands.finalName(leg);
        return to.isLocal() || !RsyncPattern.isOne(to.path())
                ? Optional.empty()
                : Optional.of("rsync takes *, ? and [ in a destination's name for a pattern: " + advice);
    }

    static boolean hasLineBreak(Location end) {
        String names = end.path() + (end.user() == null ? "" : end.user());
        return names.indexOf('\n') >= 0 || names.indexOf('\r') >= 0;
    }

    private static Optional<String> refusal(Tool tool, Location end) {
        String names = end.path() + (end.user() == null ? "" : end.user());
        boolean byLines =
                switch (tool) {
                    case SFTP, LFTP, BBFTP -> true;
                    case SCP, RSYNC, CURL, RCLONE, GLOBUS_URL_COPY, XRDCP, GFAL_COPY, CP ->
                        end.isServedBy(Protocol.FTP) && !end.is(Protocol.GSIFTP);
                    case WAYBILL -> false;
                };
        if (byLines && hasLineBreak(end)) {
            return Optional.of(
                    tool.command() + " does not support names with a line break: use scp, rsync or 'waybill copy'");
        }
        if (tool == Tool.XRDCP && end.path().indexOf('?') >= 0) {
            return Optional.of("xrdcp takes what follows a question mark in a name for options: name it otherwise");
        }
        if (tool == Tool.BBFTP && !names.matches(PLAIN_TO_BBFTP)) {
            return Optional.of("bbftp does not support names with blanks, semicolons or wildcards: use another option");
        }
        if (tool == Tool.LFTP && end.user() != null && end.user().indexOf(',') >= 0) {
            return Optional.of("lftp treats the text after a comma in a user name as a password: use another option");
        }
        return Optional.empty();
    }
}
