package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.files.OpenPlaces.Place;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill mkdir}. */
@Command(name = "mkdir",
        header = "Make directories, at any end.",
        description = "",
        footer = {
            "",
            "Examples:",
            "  waybill mkdir -p user@dtn.example.org:/data/run7/raw",
            "  waybill mkdir waybill://dtn.example.org/incoming/run7"
        })
public final class MkdirCommand extends FilesCommand {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = ONE_PLACE)
    private List<String> directories = List.of();

    @Option(names = {"-p", "--parents"}, description = "Those above it too; it may be there already.")
    private boolean parents;

    MkdirCommand(Terminal terminal) {
        super(terminal);
    }

    /**
     * {@code mkdir --json}.
     *
     * @param status {@code OK}, or why the first of {@code failed} was not made
     * @param made as they were named; with -p also those that were there
     */
    record Made(String status, List<String> made, List<Failed> failed) {}

    @Override
    void run(Session session, OpenPlaces places) throws TransferException, InterruptedException {
        List<String> made = new ArrayList<>();
        List<Place> all = new ArrayList<>();
        for (String directory : directories) {
            all.add(places.open(directory));
        }
        each(all, place -> {
            make(place);
            made.add(place.text());
        });
        answer(session, new Made(status(), made, failed()), _ -> { });
    }

    private void make(Place place) throws TransferException, InterruptedException {
        Store store = place.store();
        Optional<Entry> there = store.stat(place.path());
        if (there.isPresent() && !(parents && there.get().isDirectory())) {
            throw new TransferException(Reason.BAD_INPUT, place.text() + " is there already");
        }
        if (!store.features().contains(Store.Feature.DIRECTORIES)) {
            throw new TransferException(Reason.BAD_INPUT, place.text() + ": " + store.label() + " makes no directories,"
                    + " as plain HTTP servers do not");
        }
        String above = StorePath.parent(place.path());
        if (!parents && store.stat(above).filter(Entry::isDirectory).isEmpty()) {
            throw new TransferException(Reason.NOT_FOUND, place.text() + ": there is no directory "
                    + StorePath.shown(above) + " to make it in; -p makes it too");
        }
        store.checkName(place.path());
        store.createDirectories(place.path());
    }
}
