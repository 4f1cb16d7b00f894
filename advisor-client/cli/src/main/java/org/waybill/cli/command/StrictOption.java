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
     * Whether what was left out counts as a failure.
     *
     * @param notKept what of the files is not kept and was to be
     */
    public boolean refuses(List<NotTransferred> notTransferred, List<String> notKept) {
        return strict && (!notKept.isEmpty() || !notTransferred.stream().allMatch(NotTransferred::isKept));
    }
}
