package org.waybill.engine.mover.local;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.Store;

/**
 * Removes a directory with all that it holds by open directories, one within the other: a link that is put in a
 * directory's place meanwhile does not lead out of the tree.
 */
record LocalRemoval(RemovedTree removed) {
    /** @param store knows what a failure means */
    static void removeTree(Store store, Path directory, RemovedTree removed)
            throws IOException, TransferException, InterruptedException {
        Path parent = directory.getParent();
        Path name = directory.getFileName();
        if (parent == null || name == null) {
            throw new IOException("the root of a file system cannot be removed");
        }
        try (DirectoryStream<Path> above = Files.newDirectoryStream(parent)) {
            if (above instanceof SecureDirectoryStream<Path> held) {
                new LocalRemoval(removed).removeDirectory(held, name, directory);
            } else {
                removed.walk(store, directory.toString());
            }
        }
    }

    /** @param path for messages */
    private boolean removeDirectory(SecureDirectoryStream<Path> above, Path name, Path path)
            throws InterruptedException {
        boolean empty = true;
        try {
            try (SecureDirectoryStream<Path> within = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                for (Path child : names(within)) {
                    empty &= remove(within, child, path.resolve(child));
                }
            }
            if (empty) {
                above.deleteDirectory(name);
                removed.add(0, 1);
            }
            return empty;
        } catch (IOException e) {
            return kept(e, path);
        }
    }

    private static List<Path> names(DirectoryStream<Path> directory) throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            directory.forEach(child -> names.add(child.getFileName()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    private boolean remove(SecureDirectoryStream<Path> directory, Path name, Path path) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            if (directory
                    .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory()) {
                return removeDirectory(directory, name, path);
            }
            directory.deleteFile(name);
            removed.add(1, 0);
            return true;
        } catch (NoSuchFileException _) {
            return true; // another process was quicker
        } catch (IOException e) {
            return kept(e, path);
        }
    }

    private boolean kept(IOException failure, Path path) {
        TransferException why = LocalFailures.explain(failure, path.toString());
        removed.keep(path.toString(), why.reason(), why.getMessage());
        return false;
    }
}
