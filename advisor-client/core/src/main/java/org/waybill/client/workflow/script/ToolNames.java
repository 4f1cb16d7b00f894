package org.waybill.client.workflow.script;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/**
 * Which names the command language of a tool can carry. What it can is written by the tool's one encoder,
 * {@link ShellWords}, {@link LftpScript#quote}, {@link SftpBatch#quote} or {@link Rclone#quote}; for the rest no
 * command is printed, since it would run what is in the name.
 */
final class ToolNames {
    /** In bbftp's commands blanks, semicolons and wildcards mean something, and nothing takes that from them. */
    private static final String PLAIN_TO_BBFTP = "[\\p{L}\\p{N}_./:@%+,=~-]*";

    private ToolNames() {}

    /** Why an option's tool cannot carry its names, and what to do; empty if it can. */
    static Optional<String> refusal(Candidate candidate) {
        List<Candidate> legs = candidate.isStaged() ? candidate.legs() : List.of(candidate);
        return legs.stream()
                .flatMap(leg -> Stream.of(leg.source(), ToolCommands.finalName(leg))
                        .flatMap(end -> refusal(leg.tool(), end).stream()))
                .findFirst();
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
        if (byLines && (names.indexOf('\n') >= 0 || names.indexOf('\r') >= 0)) {
            return Optional.of(
                    tool.command() + " does not support names with a line break: use scp, rsync or 'waybill copy'");
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
