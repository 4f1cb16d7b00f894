package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.waybill.cli.command.HelpOption;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.SshOptions;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Mixin;

/**
 * A command that does the same to each place that is named. What fails gets a line, the others are gone on with, and
 * the exit code is that of the first failure; a lost connection ends it.
 */
abstract class FilesCommand extends WaybillCommand {
    static final String ONE_PLACE = "A path, user@host:path, NAME:path below a remote, or a URL.";
    static final String PLACE = ONE_PLACE + " Wildcards in quotes are expanded at the endpoint.";

    @Mixin
    private final SshOptions ssh = new SshOptions();

    private final List<Failed> failed = new ArrayList<>();

    FilesCommand(HelpOption help) {
        super(help);
    }

    FilesCommand() {}

    /** What is done at one place. */
    @FunctionalInterface
    interface Task {
        void at(Place place) throws TransferException, InterruptedException;
    }

    @Override
    protected final int run(Session session) throws TransferException, InterruptedException {
        failed.clear();
        try (OpenLocations places = new OpenLocations(session, ssh)) {
            run(session, places);
        }
        return failed.isEmpty() ? 0 : Reason.valueOf(failed.getFirst().reason()).exitCode();
    }

    abstract void run(Session session, OpenLocations places) throws TransferException, InterruptedException;

    /**
     * All places are opened first: who is asked for a password or a server's key is asked before anything is done.
     * Wildcards are expanded; what they match and cannot be requested has failed.
     */
    final List<Place> open(OpenLocations places, List<String> texts) throws TransferException, InterruptedException {
        List<Place> all = new ArrayList<>();
        for (String text : texts) {
            all.addAll(Wildcards.expand(
                    places.open(text), (path, e) -> fail(Failed.of(path, e), String.valueOf(e.getMessage()))));
        }
        return all;
    }

    final void each(List<Place> places, Task task) throws TransferException, InterruptedException {
        for (Place place : places) {
            try {
                task.at(place);
            } catch (TransferException e) {
                fail(place.text(), e);
            }
        }
    }

    final void fail(String path, TransferException e) throws TransferException {
        if (e.isRetriable() || e.reason() == Reason.INTERRUPTED) {
            throw e;
        }
        fail(Failed.of(path, e), String.valueOf(e.getMessage()));
    }

    final void fail(Place place, List<NotTransferred> all) {
        all.forEach(one -> fail(Failed.of(place.shown(one.path()), one), place.shown(one.path()) + ": " + one.text()));
    }

    private void fail(Failed one, String line) {
        failed.add(one);
        terminal().warn(line);
    }

    final List<Failed> failed() {
        return List.copyOf(failed);
    }

    /** {@code OK}, or why the first that failed did. */
    final String status() {
        return failed.isEmpty() ? "OK" : failed.getFirst().reason();
    }

    /** Prints names, one a line. */
    final void answer(Session session, Object document, Consumer<Consumer<String>> lines) {
        session.answer(document, out -> lines.accept(line -> out.println(PrintableText.of(line))));
    }
}
