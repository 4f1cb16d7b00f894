package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.session.SharedFiles.Place;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TargetHardLinks;
import org.waybill.engine.storage.TargetHardLinks.Found;
import org.waybill.engine.storage.TreeEntry;

/** The entries of a session that are names of one file of the source. */
final class NamesOfFile {
    /** Why a name is not made of what was copied before. */
    static final String GONE = "the file that it is a name of is not there any more, or was replaced";

    private final byte[] key;
    private final List<Integer> numbers = new ArrayList<>();
    private final List<TreeEntry> entries = new ArrayList<>();

    /**
     * What is there already.
     *
     * @param there what the first name is compared with, and becomes a name of if it is not; null for nothing
     * @param received whether it is received, also where a file has the name that may be equal: names would be made of
     *     one that has others elsewhere
     * @param lostEarlier whether an earlier transfer of the command has put the file, and it is not there any more
     */
    record Choice(@Nullable Found there, boolean received, boolean lostEarlier) {
        /** For a file of one name. */
        static final Choice USUAL = new Choice(null, false, false);
    }

    /** @param key what the source calls the file */
    NamesOfFile(byte[] key) {
        this.key = key;
    }

    byte[] key() {
        return key;
    }

    /** Whether this can be a name of the same file. */
    boolean takes(TreeEntry entry) {
        TreeEntry first = entries.isEmpty() ? entry : entries.getFirst();
        return first.version().equals(entry.version()) && first.permissions() == entry.permissions();
    }

    void add(int number, TreeEntry entry) {
        numbers.add(number);
        entries.add(entry);
    }

    int first() {
        return numbers.getFirst();
    }

    List<Integer> numbers() {
        return numbers;
    }

    TreeEntry firstEntry() {
        return entries.getFirst();
    }

    /**
     * Looks for a file that may have the content of the source, and can get the names that are missing: that of an
     * earlier transfer, or one that has no names but those of this tree. If all names are of one file, nothing is to be
     * made, whatever other names it has.
     *
     * @param earlier where an earlier transfer of the command has the file; null if none has
     * @param equal what has an entry's name and may be equal, and may stay if it is
     */
    Choice choose(TargetHardLinks names, @Nullable Place earlier, Function<TreeEntry, Optional<Found>> equal)
            throws IOException {
        List<@Nullable Found> there = new ArrayList<>();
        for (TreeEntry entry : entries) {
            there.add(equal.apply(entry).orElse(null));
        }
        Found own = there.getFirst();
        Found before = earlier(names, earlier);
        boolean lost = earlier != null
                && before == null
                && entries.stream().noneMatch(entry -> names.isFromTop(earlier.path(), entry));
        Found one = before == null ? own : before;
        boolean complete = one != null && there.stream().allMatch(found -> found != null && found.isSameFile(one));
        if (complete || own != null && !isLinkable(names, own)) {
            return new Choice(own, false, lost);
        }
        if (before != null) {
            return new Choice(before, false, false);
        }
        Map<Object, Integer> here = new HashMap<>();
        for (Found found : there) {
            if (found != null) {
                here.merge(found.inode(), 1, Integer::sum);
            }
        }
        for (Found found : there) {
            if (found != null && here.getOrDefault(found.inode(), 0) == found.names() && isLinkable(names, found)) {
                return new Choice(found, false, lost);
            }
        }
        boolean received = own == null || entries.size() > 1;
        return new Choice(received ? null : own, received, lost);
    }

    private @Nullable Found earlier(TargetHardLinks names, @Nullable Place earlier) throws IOException {
        if (earlier == null) {
            return null;
        }
        Found found = names.findFromTop(earlier.path()).orElse(null);
        return found != null
                        && found.inode().equals(earlier.inode())
                        && found.version().equals(entries.getFirst().version())
                        && isLinkable(names, found)
                ? found
                : null;
    }

    private static boolean isLinkable(TargetHardLinks names, Found file) throws IOException {
        try {
            names.requireLinkable(file);
            return true;
        } catch (RefusedException _) {
            return false;
        }
    }
}
