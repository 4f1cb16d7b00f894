package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.OwnerNames;

/** What is to be copied: one file, or a directory with all that is in it. */
public interface SourceTree extends AutoCloseable {
    /** What {@code names} lead to beneath the root; the tree closes the root. */
    static SourceTree beneath(ConfinedRoot root, List<String> names, CopyRules rules) throws IOException {
        return StoredTree.beneath(root, names, rules);
    }

    /** A path of this machine, as its user names it: symbolic links along it and at its end are followed. */
    static SourceTree local(Path path, CopyRules rules) throws IOException {
        return StoredTree.local(path, rules);
    }

    boolean isDirectory();

    /** What an entry of the tree is called in messages, the tree itself for the empty path; empty if it has no name. */
    default String named(String path) {
        return path;
    }

    /** Whether it is one file, and the rules leave it out. */
    default boolean isLeftOut() {
        return false;
    }

    /**
     * Visits everything, parents before children, names in order.
     *
     * @param leftOut hears of what cannot be copied
     */
    void walk(EntryVisitor visitor, LeftOut leftOut) throws IOException, InterruptedException;

    /** Opens a file of the tree for reading, if it is still the one of the walk. */
    SourceFile open(TreeEntry entry) throws IOException;

    /** The permissions that a file has by now. */
    int permissions(TreeEntry entry) throws IOException;

    /**
     * What an entry has besides content, time and mode.
     *
     * @param names of owners
     */
    default FileAttributes attributes(TreeEntry entry, Set<Extra> wanted, OwnerNames names) throws IOException {
        return FileAttributes.NONE;
    }

    /**
     * What all names of a file have in common; empty for one that has fewer names than that, is followed to by a symbolic
     * link, or is not there any more.
     */
    default Optional<String> sharedFile(TreeEntry entry, int leastNames) throws IOException {
        return Optional.empty();
    }

    /**
     * What is read from now on of a single file must be as it is now: it was looked at already.
     *
     * @param content says whether the file still has the content that was found, where its state does not prove it
     */
    default void holdToPresentState(ContentCheck content) throws IOException {}

    @Override
    void close();

    /** Compares the content of a file with what was read of it before. */
    @FunctionalInterface
    interface ContentCheck {
        /** @param file as it is now, open for reading */
        boolean isSame(FileChannel file) throws IOException;
    }

    /** Takes the entries of a walk. */
    @FunctionalInterface
    interface EntryVisitor {
        void visit(TreeEntry entry) throws IOException, InterruptedException;

        /** Whether links can be kept where all goes; asked when there is one, and may wait for the answer. */
        default boolean keepsLinks() throws InterruptedException {
            return false;
        }

        /** A link that is to be kept. @param target its text */
        default void link(TreeEntry entry, String target) throws IOException, InterruptedException {}
    }

    /** Hears of what a walk leaves out. */
    interface LeftOut {
        /** For those who only need what can be copied. */
        LeftOut NONE = new LeftOut() {};

        /** What is left out on purpose: a link that is not kept or followed, a device, an unfinished transfer's. */
        default void skipped(String path, String why) {}

        /** Something that cannot be read, or whose name cannot be sent to another system. */
        default void refused(String path, IOException reason) {}
    }
}
