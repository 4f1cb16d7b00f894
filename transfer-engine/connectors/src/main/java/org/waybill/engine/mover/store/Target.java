package org.waybill.engine.mover.store;

import java.util.Objects;
import java.util.Optional;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Where the source will be at the destination, by {@code cp}'s rules made repeatable: an existing directory, or a path
 * that ends in a slash, takes the source under its own name; anything else is the new name itself. The contents of a
 * directory go into the destination itself, as by rsync. Only where no slash says what is meant, a directory that an
 * interrupted run began, or that has the source's name already, is gone on with instead of nested into.
 *
 * @param path the final path of the file, or of the tree's root
 * @param found what is there now
 */
record Target(String path, Optional<Entry> found) {
    /**
     * @param contents whether of a directory only what it holds is meant
     * @param remote knows the trees that this home has started
     */
    static Target of(Store store, Location destination, Entry source, boolean contents, RemoteTargets remote)
            throws TransferException, InterruptedException {
        String named = store.resolve(destination.path());
        boolean directoryMeant = destination.path().endsWith("/");
        Optional<Entry> itself = store.has(Feature.LINKS) ? store.look(named) : store.stat(named);
        boolean link = itself.filter(entry -> entry.kind() == Entry.Kind.LINK).isPresent();
        Optional<Entry> there = link ? store.stat(named) : itself;
        Target target;
        if (there.isPresent() && there.get().isDirectory()) {
            boolean meant = contents
                    || source.name().isEmpty()
                    || (!directoryMeant && isSameTree(store, named, source, remote));
            target = source.isDirectory() && meant ? new Target(named, there) : inside(store, named, source);
        } else if (there.isPresent() && directoryMeant) {
            throw StorePath.badInput(
                    named, " is a file, not a directory; leave out the slash at its end to replace it");
        } else {
            boolean nested = directoryMeant && !(contents && source.isDirectory());
            target = nested
                    ? inside(store, named, source)
                    : link ? whereItLeads(store, named, there) : new Target(named, there);
        }
        return target.checked(store, source);
    }

    /** A link that the user named as the destination stays: what it leads to is replaced. Others' links never lead. */
    private static Target whereItLeads(Store store, String named, Optional<Entry> there)
            throws TransferException, InterruptedException {
        if (there.isEmpty()) {
            throw StorePath.badInput(
                    named, " is a link that leads nowhere: remove it, or name the file that it should lead to");
        }
        String real = store.realPath(named);
        // the system follows no link of other users in a directory such as /tmp, as it was asked about before
        Optional<Entry> led = store.stat(real);
        if (led.isEmpty() || !Objects.equals(led.get().tag(), there.get().tag())) {
            throw StorePath.failure(Reason.UNSAFE, named, ": another process changed this link: try again");
        }
        return new Target(real, led);
    }

    private static boolean isSameTree(Store store, String directory, Entry source, RemoteTargets remote)
            throws TransferException, InterruptedException {
        return StorePath.name(directory).equals(source.name())
                || store.isMarked(directory)
                || remote.hasBegunTree(store, directory);
    }

    private static Target inside(Store store, String directory, Entry source)
            throws TransferException, InterruptedException {
        if (source.name().isEmpty()) {
            throw StorePath.badInput(directory, " is a directory; a stream has no name: name the file");
        }
        String path = StorePath.join(directory, source.name());
        return new Target(path, CopyRoot.there(store, path, source));
    }

    boolean exists() {
        return found.isPresent();
    }

    private Target checked(Store store, Entry source) throws TransferException {
        if (found.isEmpty()) {
            return this;
        }
        Entry there = found.get();
        if (source.isDirectory() && !there.isDirectory()) {
            throw StorePath.badInput(path, " is a file; a directory cannot take its place");
        }
        if (!source.isDirectory() && !there.isFile() && store.has(Feature.RENAME)) {
            throw StorePath.badInput(
                    path,
                    (there.isDirectory()
                            ? " is a directory; a file cannot take its place"
                            : " is not a regular file; name a file"));
        }
        return this;
    }
}
