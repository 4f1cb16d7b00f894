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

    /** Those rules, and what was asked for here. */
    CopyRules with(CopyRules rules) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        if (sparse) {
            extras.add(Extra.HOLES);
        }
        return rules.with(extras);
    }
}
