package org.waybill.engine.mover.store;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.BadNameException;

/**
 * A file or directory as its store lists it.
 *
 * @param path absolute in the store, parts separated by slashes
 * @param sizeBytes -1 when not known; one of {@link Kind#UNNAMEABLE} that has a size is a file
 * @param modified null when not known
 * @param permissions the nine rwx bits, -1 when not known
 * @param tag what else distinguishes one content from another: an inode, an ETag; null when there is nothing. A
 *     directory's is the same by all links that lead to it; one of {@link Kind#UNNAMEABLE} has its reason here, if that
 *     is another than usual
 * @param exact whether a later {@link Store#stat} gives the same values while the file does not change; a listing with
 *     times to the minute is not exact
 */
public record Entry(
        String path,
        Kind kind,
        long sizeBytes,
        @Nullable Instant modified,
        int permissions,
        @Nullable String tag,
        boolean exact) {
    /** What stands in a listing for bytes that are not UTF-8, or the escapes that they came in. */
    private static final Pattern NOT_TEXT = Pattern.compile("\uFFFD|%[0-9A-Fa-f]{2}");

    /** What it is. */
    public enum Kind {
        FILE,
        DIRECTORY,
        /** A symbolic link, in a listing; {@link Store#stat} follows links. */
        LINK,
        /** A device, socket or pipe. */
        SPECIAL,
        /** Something that cannot be asked for by name: its bytes are not UTF-8, or a line break tore it. */
        UNNAMEABLE
    }

    public static Entry directory(String path) {
        return new Entry(path, Kind.DIRECTORY, -1, null, -1, null, true);
    }

    /** What a directory holds and cannot be requested. */
    public static Entry unnameable(String directory, String text) {
        return new Entry(StorePath.join(directory, text.replace('/', '_')), Kind.UNNAMEABLE, -1, null, -1, null, false);
    }

    /**
     * The same for a reason of the store's own.
     *
     * @param why after a colon, and what would help
     */
    public static Entry unnameable(String directory, String text, String why) {
        return unnameable(directory, text).tagged(why);
    }

    /** The same where it cannot be requested by its name. */
    public Entry unnameable() {
        return new Entry(path, Kind.UNNAMEABLE, isFile() ? sizeBytes : -1, null, -1, null, false);
    }

    /** Whether something may be below it: of one that cannot be requested, that is sometimes not known. */
    public boolean mayHoldEntries() {
        return kind != Kind.FILE && (kind != Kind.UNNAMEABLE || sizeBytes < 0);
    }

    /** Why one of {@link Kind#UNNAMEABLE} cannot be requested, and what would help. */
    public String whyUnnameable() {
        if (tag != null) {
            return tag;
        }
        return NOT_TEXT.matcher(name()).find()
                ? BadNameException.NOT_UTF8
                : "the protocol cannot carry this name, as one with a line break: rename it";
    }

    /** Why entries of one name are not all copied, and what would help. */
    public static String whySeveral(List<Entry> alike) {
        boolean file = alike.stream().anyMatch(Entry::isFile);
        return file && alike.stream().anyMatch(Entry::isDirectory)
                ? "there are a file and a directory of this name, which only a bucket can hold: the directory is left"
                        + " out; rename one of them and copy it again"
                : "the listing has this name " + alike.size()
                        + " times; another name, with a line break or characters that the server leaves out, is shown"
                        + " like it: rename that and copy it again";
    }

    /** A size as a server writes it; -1 for what is none. */
    public static long size(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    /** The same at another path. */
    public Entry at(String otherPath) {
        return new Entry(otherPath, kind, sizeBytes, modified, permissions, tag, exact);
    }

    /** The same, distinguished by something else, or by nothing. */
    public Entry tagged(@Nullable String otherTag) {
        return new Entry(path, kind, sizeBytes, modified, permissions, otherTag, exact);
    }

    /** The same without a time that a store cannot keep: a copy there has another one. */
    public Entry as(Store keeper) {
        return modified == null || keeper.metadata().canKeep(modified) ? this : untimed();
    }

    /** The same without a time that is not the file's. */
    public Entry untimed() {
        return new Entry(path, kind, sizeBytes, null, permissions, tag, exact);
    }

    public boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    public boolean isFile() {
        return kind == Kind.FILE;
    }

    public boolean isFileOrLink() {
        return isFile() || kind == Kind.LINK;
    }

    public String name() {
        return StorePath.name(path);
    }

    /** Whether this is, as far as the store shows, the same content as the other. */
    public boolean sameContentAs(Entry other) {
        return sizeBytes == other.sizeBytes
                && Objects.equals(modified, other.modified)
                && Objects.equals(tag, other.tag);
    }

    /** Whether size and time are those of the other: a new hard link or another owner or mode changes a tag alone. */
    public boolean sameVersionAs(Entry other) {
        return kind == other.kind && sizeBytes == other.sizeBytes && Objects.equals(modified, other.modified);
    }

    /** A text that changes when the content does. */
    String identity() {
        return path + '\0' + sizeBytes + '\0' + modified + '\0' + tag;
    }

    /**
     * The same of a store where nothing else needs to distinguish contents, since they are read each time and cost no
     * network: a tag there changes with each new mode, owner or hard link too.
     */
    String identity(Store store) {
        return (store.has(Store.Feature.CHEAP_READ) ? tagged(null) : this).identity();
    }
}
