package org.waybill.engine.mover.store;

import org.waybill.engine.Sha256;
import org.waybill.engine.storage.EntryNames;

/**
 * Names of files that are not finished. They are next to the final file, are short and plain for any name, and
 * change when the source changes, so that a partial file is only ever continued from the content it was started with.
 * See decision 0032.
 */
public final class PartialName {
    private static final String TREE = ".waybill-tree";
    private static final int HEX = 12;

    private PartialName() {}

    /**
     * What a partial file of a source is started from: a text that changes when the content of the source does.
     *
     * @param store that has it
     * @param verified whether the whole copy is compared at the end; else all that may show another content counts
     */
    static String origin(Entry source, Store store, boolean verified) {
        return store.label() + '\0' + (verified ? source.identity(store) : source.identity());
    }

    /** Where the data of a source go until they are verified and may be called {@code target}. */
    public static String of(String target, String origin) {
        return StorePath.join(StorePath.parent(target), prefix(target) + "-" + ofOrigin(origin) + ".part");
    }

    /** The part of a partial file's name that depends on the source. */
    public static String ofOrigin(String origin) {
        return Sha256.ofText(origin, HEX);
    }

    /** What the names of all partial files of a target begin with. */
    private static String prefix(String target) {
        return ".waybill-" + Sha256.ofText(StorePath.name(target), HEX);
    }

    /**
     * Where an old file waits while the new one gets its name, at servers that do not rename onto a file.
     *
     * @param partial the new one's name until then
     */
    public static String aside(String partial) {
        return StorePath.join(
                StorePath.parent(partial), StorePath.name(partial).replaceAll("\\.part(ial)?$", "") + ".lock");
    }

    /** Marks a directory that a transfer began and has not finished. */
    public static String treeMark(String directory) {
        return StorePath.join(directory, TREE);
    }

    /** Whether a file is a leftover or a tool of a transfer, not data. */
    static boolean isOurs(String name) {
        return EntryNames.isOwn(name);
    }
}
