package org.waybill.cli.move;

import java.util.List;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What {@code copy}, {@code check} and {@code sync} are given alike: the places, and what of the sources is meant. */
@Command
final class TreeOptions {
    @Mixin
    final Ends ends = new Ends();

    @Mixin
    final CopyRuleOptions rules = new CopyRuleOptions();

    @Mixin
    final HabitOptions habits = new HabitOptions();

    @Parameters(
            index = "2..*",
            arity = "0..*",
            hidden = true,
            description = "With more than two places the last one is DST, a directory, and the others go into it.")
    private List<String> more = List.of();

    /** Fails where a place cannot be understood, before anything is looked up. */
    void requireReadable(Session session) throws TransferException {
        for (String place : places()) {
            if (!DataSource.isOne(place)) {
                ends.place(session, place);
            }
        }
    }

    /** As on the command line, the destination last. */
    List<String> places() {
        return ends.places(more);
    }
}
