package org.waybill.client.files;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Shown;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.StorePath;

/** What is never removed, and how the rest is (decision 0230). */
public final class ProtectedPaths {
    private ProtectedPaths() {}

    /**
     * Refuses what no one means to remove: the root of all, a home directory, a parent of either, and what is named by
     * {@code .} or {@code ..} at its end.
     *
     * @param userHome of this machine's user
     */
    public static void check(Endpoint named, EndpointStores.Opened at, Path userHome)
            throws TransferException, InterruptedException {
        String path = plain(at.path());
        if (path.equals("/")) {
            throw refused(named, "is the root directory");
        }
        String text = StorePath.withoutTrailingSlash(named.location().path());
        if (List.of(".", "..").contains(StorePath.name(text))) {
            throw refused(named, "ends in . or ..; name the directory itself");
        }
        String home = named.isLocal()
                ? userHome.toAbsolutePath().normalize().toString()
                : at.store().resolve("");
        boolean directory =
                at.store().look(at.path()).filter(Entry::isDirectory).isPresent();
        if (StorePath.isWithin(path, plain(home))
                || directory
                        && at.store().stat(home).isPresent()
                        && StorePath.isWithin(
                                at.store().realPath(path), at.store().realPath(home))) {
            throw refused(named, "is or contains a home directory");
        }
    }

    private static TransferException refused(Endpoint named, String why) {
        return new TransferException(Reason.UNSAFE, Shown.of(named.format()) + " " + why + ": refusing to remove it");
    }

    /** An absolute path without what says nothing, and {@code ..} as the names before it say. */
    static String plain(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/")) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }

    /** Removes a file, a link, or a directory with all that it holds. */
    public static void remove(EndpointStores.Opened at, Entry entry, RemovedTree removed)
            throws TransferException, InterruptedException {
        if (entry.isDirectory()) {
            at.store().removeTree(entry.path(), removed);
        } else {
            at.store().delete(entry.path());
            removed.add(1, 0);
        }
    }
}
