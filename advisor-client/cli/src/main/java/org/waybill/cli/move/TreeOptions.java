package org.waybill.cli.move;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.cli.sources.SourceList;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Fails where a place cannot be understood, before anything is looked up. */
    void requireReadable(Session session) throws TransferException {
        for (String place : places()) {
            if (!DataSource.isOne(place)) {
                ends.place(session, place);
            }
        }
    }

    /** Fails where a source on this machine is not there. */
    void requireSources(Session session) throws TransferException, InterruptedException {
        List<String> all = places();
        for (String text : all.subList(0, all.size() - 1)) {
            Endpoint source = DataSource.isOne(text) ? null : ends.place(session, text);
            if (source != null && SourceList.isPattern(source)) {
                try {
                    SourceList.expand(session, ends, List.of(text, all.getLast()), CopyRules.USUAL);
                } catch (CommandFailure e) {
                    throw new TransferException(e.reason(), String.valueOf(e.getMessage()), e);
                }
            } else if (source != null) {
                requireThere(source);
            }
        }
    }

    static void requireThere(Endpoint source) throws TransferException {
        String path = source.location().path();
        if (source.isLocal() && !source.isStream() && !Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS)) {
            throw new TransferException(Reason.NOT_FOUND, "no such file or directory: " + path);
        }
    }

    /**
     * As on the command line, the destination last.
     *
     * @throws org.waybill.cli.command.CommandFailure when one is the value of an option of ssh or curl
     */
    List<String> places() {
        List<String> places = ends.places(more);
        ForeignArguments.refuse(places, arguments());
        return places;
    }

    /** Of the whole command line, the command's name first. */
    List<String> arguments() {
        return command == null
                ? List.of()
                : command.commandLine().getParseResult().originalArgs();
    }
}
