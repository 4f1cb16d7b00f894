package org.waybill.cli.move;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.Session;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which entries of the source are copied, and what becomes of links, as options. */
@Command
final class CopyRuleOptions {
    @Mixin
    private final FilterOptions filters = new FilterOptions();

    @Option(
            names = "--links",
            paramLabel = "POLICY",
            description = "Symbolic links: ${COMPLETION-CANDIDATES}. keep: they stay links; follow: their targets are "
                    + "copied, even outside SRC; skip: they are left out and named. Default: keep where both "
                    + "endpoints can, else follow inside SRC.")
    private @Nullable LinkPolicy links;

    /** In the words of the command line. */
    enum LinkPolicy {
        follow,
        keep,
        skip
    }

    /** As {@link FilterOptions#noteMissing}. */
    void noteMissing(Session session, CopyRules wanted, Collection<NotTransferred> all) {
        filters.noteMissing(session, wanted.filter(), all);
    }

    /** What was asked for. */
    CopyRules rules() {
        LinkPolicy wish = links;
        CopyRules usual = wish == null
                ? CopyRules.USUAL
                : CopyRules.USUAL.with(CopyRules.Links.valueOf(wish.name().toUpperCase(Locale.ROOT)));
        return usual.with(filters.filter());
    }
}
