package org.waybill.engine.mover.store;

import java.util.regex.Pattern;
import org.waybill.engine.storage.Sha256;

/**
 * Names of files that are not finished. They lie beside the final file, are short and plain whatever its name is, and
 * change when the source changes, so that a partial file is only ever continued from the content it was begun with.
 */
public final class PartialName {
    /** Ours, and the engine's with its longer hashes: partial files, what is known of them, and locks. */
    private static final Pattern OURS =
            Pattern.compile("\\.waybill-[0-9a-f]{12,20}(-[0-9a-f-]+)?\\.(part(\\.sums)?|ledger|lock)"
                    + "|\\.unchecked-[0-9a-f]{12}-[0-9a-f]{12}");
    private static final String TREE = ".waybill-tree";
    private static final int HEX = 12;

    private PartialName() {}

    /** Where the data of {@code source} go until they are verified and may be called {@code target}. */
    static String of(String target, Entry source, String sourceLabel) {
        return StorePath.join(StorePath.parent(target), prefix(target)
                + "-" + Sha256.ofText(sourceLabel + '\0' + source.identity(), HEX) + ".part");
    }

    /**
     * Where data that are whole wait until they are known to be those that {@code target} is to hold. Not one of the
     * names that the engine keeps for itself, since it fetches to this one.
     */
    public static String unchecked(String target, String source) {
        return StorePath.join(StorePath.parent(target), ".unchecked-" + Sha256.ofText(StorePath.name(target), HEX) + "-"
                + Sha256.ofText(source, HEX));
    }

    /** What the names of all partial files of a target begin with. */
    private static String prefix(String target) {
        return ".waybill-" + Sha256.ofText(StorePath.name(target), HEX);
    }

    /** Where an old file waits while the new one gets its name, at servers that do not rename onto a file. */
    public static String aside(String target) {
        return StorePath.join(StorePath.parent(target), prefix(target) + ".lock");
    }

    /** Marks a directory that a transfer began and has not finished. */
    static String treeMark(String directory) {
        return StorePath.join(directory, TREE);
    }

    /** Whether a file is a leftover or a tool of a transfer, not somebody's data. */
    static boolean isOurs(String name) {
        return name.equals(TREE) || OURS.matcher(name).matches();
    }
}
