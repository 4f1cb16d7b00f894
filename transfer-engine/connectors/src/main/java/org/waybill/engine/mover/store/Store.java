package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.PrefixLedger;

/**
 * One end of a transfer: one connection to a tree of files, in the same words for every protocol. Used by one thread at
 * a time; {@link #another()} gives a second one for a second thread. Methods block and may be interrupted.
 *
 * <p>Paths are absolute and plain. Methods throw what {@link #failure} made of the library's exception; streams throw
 * {@link IOException}, and the reader asks {@link #failure} what it means.
 */
public interface Store extends AutoCloseable {
    /** In such pieces data go from one end to the other. */
    int BLOCK_BYTES = 256 << 10;
    /** Read at once to be hashed. */
    int HASH_BUFFER_BYTES = 1 << 20;

    /** What a store can do beyond reading and writing whole files. */
    enum Feature {
        /** {@link #read} from an offset. */
        READ_FROM,
        /** {@link #write} from an offset, so that a partial file can be continued. */
        WRITE_FROM,
        /** {@link #publish}: a file can be written under another name first; {@link #rename}. */
        RENAME,
        /** {@link #list}, {@link #createDirectories} and {@link #removeDirectory}. */
        DIRECTORIES,
        /** {@link Metadata#setAttributes} keeps times, so that equal times mean a file was copied before. */
        TIMES,
        /** What was written can be read back. */
        READ_BACK,
        /** What is altered in transit is noticed: the data travel under a cipher. */
        PROTECTED,
        /** Reading costs no network. */
        CHEAP_READ,
        /** {@link #sha256(String, long, long)} of any part of a file. */
        HASH_RANGES,
        /** {@link #readLink} and {@link #createLink}. */
        LINKS,
        /** Links that lead out of what is served are left out of every copy from or to here. */
        CONFINED_LINKS,
        /** A link to a directory looks like that directory, and only {@link #removeIfLink} distinguishes them. */
        HIDDEN_LINKS,
        /** {@link #writeSparse} makes holes of zeros. */
        HOLES,
        /** {@link #link}. */
        HARD_LINKS
    }

    /** How the remote host is named in messages, {@code sftp://host:22} for example. */
    String label();

    Set<Feature> features();

    default boolean has(Feature feature) {
        return features().contains(feature);
    }

    /** The absolute path that a location's path means here; without a slash at the end. */
    String resolve(String path) throws TransferException, InterruptedException;

    /** What a path is, links followed; empty when there is nothing. */
    Optional<Entry> stat(String path) throws TransferException, InterruptedException;

    /** What has a path's last name itself: a link is shown as one, where the protocol knows links. */
    default Optional<Entry> look(String path) throws TransferException, InterruptedException {
        return stat(path);
    }

    /** What is in a directory, links not followed, names checked with {@link StorePath#checkedChild}. */
    List<Entry> list(String directory) throws TransferException, InterruptedException;

    /** Whether a listing's time is the file's, rounded at most: else only {@link #stat} shows it. */
    default boolean listsTimes() {
        return true;
    }

    /** The path with all links resolved. */
    default String realPath(String path) throws TransferException, InterruptedException {
        return path;
    }

    /** Times, permissions, owners and further attributes of what is here; those that the protocol has. */
    default Metadata metadata() {
        return Metadata.NONE;
    }

    /** The text of a symbolic link; where the store has {@link Feature#LINKS}. */
    default String readLink(String path) throws TransferException, InterruptedException {
        throw new UnsupportedOperationException(label());
    }

    /** Such a link cannot be sent to another machine. */
    static TransferException linkNotUtf8(String path) {
        return StorePath.badInput(path, ": what this link leads to is not UTF-8; make another link and copy it again");
    }

    /**
     * Makes a symbolic link; where the store has {@link Feature#LINKS}.
     *
     * @param modified its time, where that can be given
     * @param replace whether a file or link is there, whose place it takes at once
     */
    default void createLink(String path, String text, @Nullable Instant modified, boolean replace)
            throws TransferException, InterruptedException {
        throw new UnsupportedOperationException(label());
    }

    /** The content from an offset to the end. */
    InputStream read(String path, long offset) throws TransferException, InterruptedException;

    /**
     * Writes a file from an offset; what the file has from there on is dropped first. Returns when the data are as safe
     * as the protocol can make them. An exception of {@code data} comes through as it is, or as a cause.
     *
     * @param length of {@code data}; -1 when not known
     */
    void write(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException;

    /** The same, with holes in place of zeros; where the store has {@link Feature#HOLES}, else with the zeros. */
    default void writeSparse(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        write(path, offset, data, length);
    }

    /**
     * Has a whole file sent from the source's server to this one without passing through this machine.
     *
     * @return false when the two servers cannot do that, or will not
     */
    default boolean copyDirectly(Store source, String from, String to) throws TransferException, InterruptedException {
        return false;
    }

    /** Whether what was read can be read from its beginning once more: a stream's bytes come once. */
    default boolean canReadAgain() {
        return true;
    }

    /** Whether what was written can be written from its beginning once more. */
    default boolean canWriteAgain() {
        return true;
    }

    /** Whether what is here is beyond the reach of this machine's locks. */
    default boolean isRemote() {
        return true;
    }

    /** Gives a written file its final name, at once, replacing what had it. */
    void publish(String from, String to) throws TransferException, InterruptedException;

    /**
     * What the names of one file have in common, and no other file has; empty for a file of one name, for a symbolic
     * link, and where it cannot be told.
     */
    default Optional<String> sharedFile(String path) throws TransferException {
        return Optional.empty();
    }

    /** How many names a file has that is no link; 0 where it cannot be told. */
    default int names(String path) throws TransferException {
        return 0;
    }

    /**
     * Gives a file one more final name, before or instead of its own if it is a partial one; where the store has
     * {@link Feature#HARD_LINKS}.
     *
     * @param replace whether a file or link is there, whose place it takes at once
     */
    default void link(String from, String to, boolean replace) throws TransferException, InterruptedException {
        throw new UnsupportedOperationException(label());
    }

    /** Makes the names given so far durable, where that takes an extra step; called once by each thread at its end. */
    default void flush() throws TransferException, InterruptedException {}

    /** Whether a directory is there though it holds nothing. */
    default boolean holdsEmptyDirectories() {
        return true;
    }

    /** How data travel that are not {@link Feature#PROTECTED}: the end of a sentence. */
    default String howUnprotected() {
        return "over an unencrypted connection";
    }

    /** Creates a directory and its parents; no error when it exists. */
    void createDirectories(String path) throws TransferException, InterruptedException;

    /** Removes a file, or a link itself; no error when there is none. */
    void delete(String path) throws TransferException, InterruptedException;

    /**
     * Removes a directory that is empty.
     *
     * @throws TransferException {@link Reason#BAD_INPUT} for one that holds something
     */
    default void removeDirectory(String path) throws TransferException, InterruptedException {
        throw new TransferException(Reason.BAD_INPUT, label() + " removes no directories: this protocol cannot");
    }

    /** Whether a listing may leave out a name that is there, so that only {@link #stat} shows whether it is. */
    default boolean mayHide(String name) {
        return false;
    }

    /**
     * Removes what a listing shows as a directory if it is a link.
     *
     * @param real where the directory is if it is not a link
     * @return whether it is gone
     */
    default boolean removeIfLink(String directory, String real) throws TransferException, InterruptedException {
        if (realPath(directory).equals(real)) {
            return false;
        }
        delete(directory);
        return true;
    }

    /**
     * Removes a directory and all that is in it. Links are removed, never followed; what cannot be removed stays, and
     * so does its parent.
     *
     * @param removed counts it
     */
    default void removeTree(String directory, RemovedTree removed) throws TransferException, InterruptedException {
        removed.walk(this, directory);
    }

    /**
     * Gives a file, a link or a directory another name at this store.
     *
     * @param replace whether it may take the place of a file; never of a directory
     * @throws TransferException {@link Reason#BAD_INPUT} where something is there that is not to be replaced
     */
    default void rename(String from, String to, boolean replace) throws TransferException, InterruptedException {
        RenameErrors.check(this, from, to, replace);
        publish(from, to);
    }

    /** Whether this user may read a file, as far as that is known without opening it. */
    default boolean isReadable(String path) {
        return true;
    }

    /**
     * The SHA-256 of a file as the remote host computes it from its own storage; empty when it cannot, and the content
     * must be read back instead.
     *
     * @param length of the prefix to hash, -1 for the whole file
     */
    default Optional<String> sha256(String path, long length) throws TransferException, InterruptedException {
        return has(Feature.HASH_RANGES) ? sha256(path, 0, length) : Optional.empty();
    }

    /**
     * The SHA-256 of a part of a file as the remote host computes it.
     *
     * @param length from {@code offset} on, -1 to the end
     */
    default Optional<String> sha256(String path, long offset, long length)
            throws TransferException, InterruptedException {
        return Optional.empty();
    }

    /** Called again and again during a long operation; throws to end it. */
    @FunctionalInterface
    interface Check {
        void run() throws TransferException, InterruptedException;
    }

    /** The SHA-256 of a file that is read from its beginning to its end. */
    default String readSha256(String path, Check check) throws TransferException, InterruptedException {
        MessageDigest digest = Sha256.start();
        byte[] buffer = new byte[HASH_BUFFER_BYTES];
        try (InputStream in = read(path, 0)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                check.run();
                digest.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw failure(e, path);
        }
        return Sha256.hex(digest.digest());
    }

    /** The connections that the last file's data went over. */
    default int connections() {
        return 1;
    }

    /** Bytes that can still be written below a directory (which need not exist yet), if the store reports it. */
    default OptionalLong freeBytes(String directory) throws TransferException, InterruptedException {
        return OptionalLong.empty();
    }

    /** Whether hard links can be made at a path, which need not be there yet; true where that cannot be found out. */
    default boolean makesHardLinks(String path) {
        return has(Feature.HARD_LINKS);
    }

    /** Which file system a path is on, in the same words each time; empty where that is unknown. */
    default Optional<String> fileSystem(String path) throws TransferException, InterruptedException {
        return Optional.empty();
    }

    /**
     * Where the data of a source go until they are verified and may be called {@code target}.
     *
     * @param origin changes when the source does
     */
    default String partial(String target, String origin) throws TransferException {
        return PartialName.of(target, origin);
    }

    /**
     * Begins to write a file at a remote host, or goes on with what an earlier run began there. What this returns is
     * noted in the home before a byte is sent, and {@link #delete} of it leaves nothing (decision 0310).
     *
     * @param partial the usual name of its data until they are verified
     * @param left what was noted of the target, empty for nothing
     * @param source as it is now
     * @return where its data go: {@code left}, {@code partial}, or another name that {@link
     *     org.waybill.engine.storage.EntryNames#isOwn} knows
     */
    default String begin(String target, String partial, String left, Entry source)
            throws TransferException, InterruptedException {
        return partial;
    }

    /**
     * The checksums that a remote host has made of the parts of an unfinished file, from its beginning on.
     *
     * @param partBytes each part's, except for the file's last one
     * @param algorithm such as {@code SHA-256}
     * @param hex one for each part
     */
    record PartSums(long partBytes, String algorithm, List<String> hex) {
        public PartSums {
            hex = List.copyOf(hex);
        }

        MessageDigest newDigest() {
            try {
                return MessageDigest.getInstance(algorithm);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalArgumentException(algorithm, e);
            }
        }

        /** Of the part that begins at an offset. */
        Optional<String> at(long offset) {
            long number = offset / partBytes;
            return number < hex.size() ? Optional.of(hex.get((int) number)) : Optional.empty();
        }
    }

    /** What the remote host knows of the parts that a partial file is sent in, where it is no file yet. */
    default Optional<PartSums> partSums(String partial) throws TransferException, InterruptedException {
        return Optional.empty();
    }

    /**
     * Whether all that was written is compared with the remote host's own SHA-256 of it, part by part as it arrives or
     * when it gets its name: there is nothing left to verify.
     */
    default boolean comparesWhatArrives(String partial) {
        return false;
    }

    /**
     * Removes what earlier runs have left of a target that is locked: of a source that has changed since, or next to a
     * target that is whole.
     *
     * @param partial that stays, with what is known of it; empty for none
     */
    default void tidy(String target, String partial) throws TransferException {}

    /** The directories that files got their names in and that have been renamed since, as far as the store knows. */
    default Set<String> displaced() throws TransferException {
        return Set.of();
    }

    /** Marks a directory that a transfer began: it is the copy, not a place to put the copy into. */
    default void mark(String directory) throws IOException, TransferException, InterruptedException {
        write(PartialName.treeMark(directory), 0, InputStream.nullInputStream(), 0);
    }

    default boolean isMarked(String directory) throws TransferException, InterruptedException {
        return stat(PartialName.treeMark(directory)).isPresent();
    }

    /** Takes the mark away, if there is one. */
    default void unmark(String directory) throws TransferException, InterruptedException {
        delete(PartialName.treeMark(directory));
    }

    /** The record of what has safely arrived in a partial file; empty for stores that keep none. */
    default Optional<PrefixLedger> ledger(String partial) {
        return Optional.empty();
    }

    /** Keeps other writers from a target until closed. */
    default Lock lock(String target) throws TransferException {
        return () -> {};
    }

    /** Refuses a name that the protocol cannot carry. */
    default void checkName(String path) throws TransferException {}

    /** Another connection to the same end, or this store itself when several threads may use it. Any thread may ask. */
    Store another() throws TransferException, InterruptedException;

    /**
     * This connection opened again, after a failure that may have broken it. The old one is ended first: a server that
     * limits the connections of one user has no place for both.
     */
    default Store renewed() throws TransferException, InterruptedException {
        close();
        return another();
    }

    /**
     * Whether something is on its way to the remote host that fails by itself where the line falls silent: data that
     * were read and have not all left yet. Any thread may ask.
     */
    default boolean limitsItsSilence() {
        return false;
    }

    /**
     * Whether the remote host can still be reached, asked anew over another connection while it owes an answer; one that
     * refuses is there. One that is very busy may leave one question unanswered, so a host is lost only where a second
     * one some time later is unanswered too. True where the protocol cannot ask. Any thread may; it takes seconds.
     */
    default boolean isReachable() {
        return true;
    }

    /** Whether a failure is what the server answered of its own trouble, and no connection that broke. */
    default boolean isServersTrouble(TransferException failure) {
        return false;
    }

    /** What an exception of this store's library or streams means: the one place where reasons are given. */
    TransferException failure(Exception cause, String path);

    @Override
    void close();

    /** A target that no one else writes. */
    @FunctionalInterface
    interface Lock extends AutoCloseable {
        @Override
        void close();
    }
}
