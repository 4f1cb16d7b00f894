package org.waybill.engine.mover.compare;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.ResendCheck;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * A source, and its copy at a destination that is there or is to be made. The slashes mean what they mean to rsync: a
 * source that ends in one is its contents, a destination that ends in one takes any other source under its name. What
 * is there already changes nothing of that, so that the same words mean the same copy each time.
 *
 * @param path of the copy
 * @param there null when the copy is not there
 */
public record TreePair(
        Store source,
        Entry here,
        Store destination,
        String path,
        @Nullable Entry there) {

    /** The same of a copy, whose place depends on what the destination has. */
    public static TreePair of(Store source, Store destination, CopyRoot root)
            throws TransferException, InterruptedException {
        return new TreePair(
                source,
                root.source(),
                destination,
                root.path(),
                root.exists() ? destination.stat(root.path()).orElse(null) : null);
    }

    /**
     * Checks both endpoints.
     *
     * @throws TransferException {@link Reason#NOT_FOUND} when there is no source
     */
    public static TreePair of(Store source, Location from, Store destination, Location to)
            throws TransferException, InterruptedException {
        String named = source.resolve(from.path());
        Entry here = source.stat(named)
                .orElseThrow(() -> new TransferException(
                        Reason.NOT_FOUND,
                        "no such file or directory: " + StorePath.shown(named) + " at " + source.label()));
        if (!here.isDirectory() && (!here.isFile() || from.saysDirectory())) {
            throw StorePath.badInput(
                    named, (here.isFile() ? " is a file, not a directory" : " is neither a file nor a directory"));
        }
        String target = destination.resolve(to.path());
        boolean below = here.isFile()
                ? to.path().endsWith("/")
                        || destination.stat(target).filter(Entry::isDirectory).isPresent()
                : !from.saysDirectory() && to.path().endsWith("/");
        String path = below ? StorePath.join(target, here.name()) : target;
        Optional<Entry> there = below ? CopyRoot.there(destination, path, here) : destination.stat(path);
        return new TreePair(source, here, destination, path, there.orElse(null));
    }

    /** What both have. */
    public ComparisonResult compare(TreeComparison.Wanted wanted) throws TransferException, InterruptedException {
        return compare(wanted, null);
    }

    /** @param resend finds equal files that a copy sends again, which count as different; null for none */
    public ComparisonResult compare(TreeComparison.Wanted wanted, @Nullable ResendCheck resend)
            throws TransferException, InterruptedException {
        Entry copy = there;
        if (copy != null && copy.isDirectory() != here.isDirectory()) {
            throw StorePath.badInput(
                    path,
                    " is a " + Comparison.word(copy) + ", and " + StorePath.shown(here.path()) + " is a "
                            + Comparison.word(here));
        }
        return new TreeComparison(wanted, resend).run(source, here, destination, copy, path);
    }
}
