package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.FileTree;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.NameGlob;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** Expands wildcards where no shell could, as {@code copy} does: a name that exists is not a pattern. */
final class Wildcards {
    private final Place pattern;
    private final BiConsumer<String, TransferException> failed;
    private final String[] names;
    private final List<Place> found = new ArrayList<>();
    private boolean unnameable;

    private Wildcards(Place pattern, BiConsumer<String, TransferException> failed) {
        this.pattern = pattern;
        this.failed = failed;
        this.names = pattern.path().substring(1).split("/");
    }

    /** The place itself, or what matches it, by name. @param failed gets what matches and cannot be requested */
    static List<Place> expand(Place place, BiConsumer<String, TransferException> failed)
            throws TransferException, InterruptedException {
        Wildcards wildcards = new Wildcards(place, failed);
        int first = 0;
        while (first < wildcards.names.length
                && NameGlob.of(wildcards.names[first]).isEmpty()) {
            first++;
        }
        if (first == wildcards.names.length || place.store().look(place.path()).isPresent()) {
            return List.of(place);
        }
        String base = "/" + String.join("/", List.of(wildcards.names).subList(0, first));
        wildcards.descend(base, first, first);
        if (wildcards.found.isEmpty() && !wildcards.unnameable) {
            throw new TransferException(Reason.NOT_FOUND, "nothing matches " + StorePath.shown(place.text()));
        }
        return wildcards.found;
    }

    private void descend(String directory, int depth, int first) throws TransferException, InterruptedException {
        Store store = pattern.store();
        Optional<NameGlob> glob = NameGlob.of(names[depth]);
        for (Entry entry : FileTree.list(store, directory)) {
            boolean matches = glob.map(one -> one.matches(entry.name()))
                    .orElse(entry.name().equals(names[depth]));
            boolean last = depth == names.length - 1;
            if (matches && entry.kind() == Entry.Kind.UNNAMEABLE) {
                if (!last && !entry.mayHoldEntries()) {
                    continue; // nothing below it can match
                }
                String text = text(entry.path(), first);
                unnameable = true;
                failed.accept(
                        text,
                        new TransferException(Reason.BAD_INPUT, StorePath.shown(text) + ": " + entry.whyUnnameable()));
            } else if (matches && last) {
                found.add(new Place(
                        text(entry.path(), first), pattern.end(), new EndpointStores.Opened(store, entry.path())));
            } else if (matches && entry.isDirectory()) {
                descend(entry.path(), depth + 1, first);
            }
        }
    }

    /** As the user wrote it, with names for patterns. */
    private String text(String path, int first) {
        String start = StorePath.withoutTrailingSlash(pattern.text());
        for (int i = first; i < names.length; i++) {
            start = start.substring(0, Math.max(start.lastIndexOf('/'), start.lastIndexOf(':')) + 1);
            start = i == names.length - 1 ? start : StorePath.withoutTrailingSlash(start);
        }
        String[] all = path.substring(1).split("/");
        return start + String.join("/", List.of(all).subList(first, all.length));
    }
}
