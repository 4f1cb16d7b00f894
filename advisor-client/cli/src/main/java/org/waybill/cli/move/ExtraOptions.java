package org.waybill.cli.move;

import java.util.EnumSet;
import java.util.Set;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What else of the files is kept, as options of {@code copy} and {@code sync}. */
@Command
final class ExtraOptions {
    @Option(
            names = {"-S", "--sparse"},
            description = "Write zeros as holes, on this machine, at nodes and at OpenSSH servers (runs of 1 MiB or "
                    + "more); other destinations write the zeros.")
    private boolean sparse;

    @Option(
            names = {"-H", "--hard-links"},
            description = "Names of one file of SRC become names of one file of DST, from this machine to itself or to "
                    + "SSH; else each becomes a file.")
    private boolean hardLinks;

    /** Those rules, and what was asked for here. */
    CopyRules with(CopyRules rules) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        if (sparse) {
            extras.add(Extra.HOLES);
        }
        if (hardLinks) {
            extras.add(Extra.HARD_LINKS);
        }
        return rules.with(extras);
    }
}
