package org.waybill.engine.mover.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;

/**
 * Times, permissions, owners and further attributes of what is at a store ({@link Store#metadata}). What a protocol does
 * not override it does not have: nothing is kept, and nothing fails for that.
 */
public interface Metadata {
    /** Of a store that has none. */
    Metadata NONE = new Metadata() {};

    /** Gives a file the time and permissions of another, as far as the protocol can. */
    default void setAttributes(String path, Entry like) throws TransferException, InterruptedException {}

    /** Whether a file here can have this time, where times are kept at all. */
    default boolean canKeep(Instant modified) {
        return true;
    }

    /** Said once of a server that refuses to set the times of files: a later copy does not recognise them. */
    static String timesNotKept(String label, @Nullable String why) {
        return label + " does not set the times of files (" + why
                + "): they have those of the copy, and the same copy later sends them again";
    }

    /** Gives a directory its time, where the protocol can; not to one that belongs to another user. */
    default void setDirectoryTime(String directory, Instant modified) throws TransferException, InterruptedException {
        try {
            setAttributes(directory, new Entry(directory, Entry.Kind.DIRECTORY, -1, modified, -1, null, true));
        } catch (TransferException e) {
            if (e.reason() != Reason.PERMISSION) {
                throw e;
            }
        }
    }

    /** Gives a link its time, where the protocol can; not to one that belongs to another user. */
    default void setLinkTime(String link, Instant modified) throws TransferException, InterruptedException {}

    /**
     * Gives a directory or link the time of its source, if that is known; that it cannot have it is not a failure.
     *
     * @return why it does not have it; empty if it has
     * @throws TransferException where that may be over
     */
    default Optional<String> giveTime(Entry there, Entry source) throws TransferException, InterruptedException {
        Instant modified = source.modified();
        try {
            if (modified != null && source.kind() == Entry.Kind.LINK) {
                setLinkTime(there.path(), modified);
            } else if (modified != null) {
                setDirectoryTime(there.path(), modified);
            }
            return Optional.empty();
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The same for many; what cannot have its time keeps its own.
     *
     * @param root of the tree
     * @param like at their paths here, of the kinds and with the times of their sources
     */
    default void giveTimes(String root, List<Entry> like) throws TransferException, InterruptedException {
        for (Entry one : like) {
            giveTime(one, one);
        }
    }

    /** Whether {@link #setLinkTime} has an effect that lasts and {@link Store#look} shows. */
    default boolean keepsLinkTimes() {
        return false;
    }

    /** Whether {@link #setDirectoryTime} has an effect that lasts and {@link Store#stat} shows. */
    default boolean keepsDirectoryTimes() {
        return false;
    }

    /**
     * Closes a directory that was just made to all whom its source is closed to, where files have permissions here.
     *
     * @param permissions of the source's directory, or -1 where it is unknown
     */
    default void narrow(String directory, int permissions) throws TransferException, InterruptedException {}

    /** Whether {@link #openToOwner} opens any. */
    default boolean opensDirectories() {
        return false;
    }

    /**
     * Lets this user change what a read-only directory of their own holds until that is closed; no other permission
     * changes, nor any directory that a link leads to out of a tree.
     *
     * @param root of the tree
     * @return empty if the directory is another user's, is not read-only, or has no permissions here
     */
    default Optional<Opened> openToOwner(String root, String directory) throws TransferException, InterruptedException {
        return Optional.empty();
    }

    /**
     * Makes a directory read-only again that a run which was killed had opened; another user's stays as it is.
     *
     * @throws TransferException {@link Reason#NOT_FOUND} if it is not there any more
     */
    default void closeToOwner(String root, String directory) throws TransferException {}

    /** A directory that is read-only again when this is closed. */
    @FunctionalInterface
    interface Opened {
        /** @param by the store that has opened it, or another one to the same end */
        void close(Store by) throws TransferException;

        /** What is held of it is given back, and it stays as it is. */
        default void drop() {}
    }

    /**
     * Whether {@link #givePermissions} would change an equal file.
     *
     * @param there the equal file, whose permissions are known as the source's are
     */
    default boolean hasOtherPermissions(Entry source, Entry there) {
        return false;
    }

    /**
     * Gives an equal file that was there before the permissions of its source, as far as the file system has any. A link
     * itself has none, and no link that is there leads out of the tree; where the protocol opens no directory (SFTP), one
     * that another process makes at that moment may.
     *
     * @param root of the tree, or the directory of a single file
     * @param there the file as it was compared; one that has changed since is refused
     */
    default void givePermissions(String root, Entry there, Entry source)
            throws TransferException, InterruptedException {}

    /** What {@link #attributes} knows of files. */
    default Set<Extra> shows() {
        return Set.of();
    }

    /** What this user can set by {@link #giveAttributes}, as far as that is known. */
    default Set<Extra> gives() {
        return Set.of();
    }

    /**
     * What a file or directory has, links followed.
     *
     * @param wanted of {@link #shows}
     */
    default FileAttributes attributes(String path, Set<Extra> wanted) throws TransferException, InterruptedException {
        return FileAttributes.NONE;
    }

    /**
     * Gives them to a file that was written and has not got its name yet.
     *
     * @param wanted of {@link #gives}
     * @return what it could not get, with the reason
     */
    default Map<Extra, String> giveAttributes(String partial, FileAttributes like, Set<Extra> wanted)
            throws TransferException, InterruptedException {
        return Map.of();
    }

    /**
     * The same to a directory of a tree, or to an equal file that was there before: what differs is changed. Links and
     * changed files are refused as by {@link #givePermissions}.
     *
     * @param source what has them
     */
    default Map<Extra, String> giveAttributes(
            String root, Entry there, Entry source, FileAttributes like, Set<Extra> wanted)
            throws TransferException, InterruptedException {
        return Map.of();
    }
}
