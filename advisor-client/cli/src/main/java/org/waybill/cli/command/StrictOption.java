package org.waybill.cli.command;

import java.util.List;
import org.waybill.engine.NotTransferred;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether a copy has failed that is not all of its source. */
@Command
public final class StrictOption {
    @Option(
            names = "--strict",
            description = "Exit with code 15 if anything was left out, such as a symbolic link, or was not kept as "
                    + "requested, such as an owner.")
    private boolean strict;

    /**
     * Whether what was left out counts as a failure. With {@code --quiet}, says what of that nothing else will.
     *
     * @param notKept what of the files is not kept and was to be
     */
    public boolean refuses(Session session, List<NotTransferred> notTransferred, List<String> notKept) {
        boolean refused =
                strict && (!notKept.isEmpty() || !notTransferred.stream().allMatch(NotTransferred::isKept));
        if (refused && session.quiet()) {
            notKept.forEach(session.terminal()::warn);
        }
        return refused;
    }
}
