package org.waybill.engine.mover.store;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.mover.store.Store.Feature;

/** What of files can be kept on request between two stores, as far as that is known before anything is copied. */
public record KeptExtras(Store source, Store target) {
    /** The attributes that are wanted, that the source has and that the target can have. */
    Set<Extra> attributes(Set<Extra> wanted) {
        Set<Extra> kept = EnumSet.noneOf(Extra.class);
        kept.addAll(wanted);
        kept.retainAll(source.metadata().shows());
        kept.retainAll(target.metadata().gives());
        return kept;
    }

    /**
     * Gives a directory of a tree, or an equal file that was there before, what its source has; that it cannot have it
     * is not a failure.
     *
     * @param root of the tree, out of which no link leads
     * @param there the directory, or the file as it was compared
     * @return what it could not get, with the reason
     */
    Map<Extra, String> give(String root, Entry there, Entry from, Set<Extra> extras)
            throws TransferException, InterruptedException {
        Set<Extra> wanted = attributes(extras);
        if (wanted.isEmpty()) {
            return Map.of();
        }
        try {
            FileAttributes like = source.metadata().attributes(from.path(), wanted);
            return target.metadata().giveAttributes(root, there, from, like, wanted);
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return wanted.stream().collect(Collectors.toMap(extra -> extra, _ -> String.valueOf(e.getMessage())));
        }
    }

    /**
     * Gives an equal file that was there before the permissions of its source, unless the list that it gets decides.
     *
     * @param there the equal file
     * @throws TransferException where it cannot have them
     */
    void givePermissions(String root, Entry from, Entry there, Set<Extra> extras)
            throws TransferException, InterruptedException {
        Set<Extra> list = attributes(extras);
        list.retainAll(Set.of(Extra.ACLS));
        if (haveOthers(target, from, there)
                && (list.isEmpty()
                        || !source.metadata().attributes(from.path(), list).has(Extra.ACLS))) {
            target.metadata().givePermissions(root, there, from);
        }
    }

    /** Whether an equal file has other permissions than a copy of its source would have. */
    public static boolean haveOthers(Store target, Entry from, Entry there) {
        return from.isFile()
                && from.permissions() >= 0
                && there.permissions() >= 0
                && target.metadata().hasOtherPermissions(from, there);
    }

    /** Whether names of one file of the source can become names of one file. */
    public boolean hardLinks(Set<Extra> wanted) {
        return wanted.contains(Extra.HARD_LINKS) && !source.isRemote() && target.has(Feature.HARD_LINKS);
    }

    /** Whether zeros become holes. */
    boolean holes(Set<Extra> wanted) {
        return wanted.contains(Extra.HOLES) && target.has(Feature.HOLES);
    }

    /**
     * What is wanted and cannot be kept, with the text that reports it.
     *
     * @param ofDirectory whether a directory is copied: a single file has one name
     */
    public Map<Extra, String> lacking(Set<Extra> wanted, boolean ofDirectory) {
        Map<Extra, String> lacking = new LinkedHashMap<>();
        if (wanted.contains(Extra.HOLES) && !holes(wanted)) {
            lacking.put(Extra.HOLES, target.label() + " makes no holes in files: zeros are written (--sparse)");
        }
        Set<Extra> kept = attributes(wanted);
        for (Extra extra : Extra.ATTRIBUTES) {
            if (wanted.contains(extra) && !kept.contains(extra)) {
                lacking.put(extra, extra.notKept(whyNot(extra)));
            }
        }
        if (ofDirectory && wanted.contains(Extra.HARD_LINKS) && !hardLinks(wanted)) {
            lacking.put(
                    Extra.HARD_LINKS,
                    Extra.HARD_LINKS.notKept((source.isRemote()
                                    ? source.label() + " does not show them"
                                    : target.label() + " does not make them")
                            + "; each name becomes a file of its own"));
        }
        return lacking;
    }

    private String whyNot(Extra attribute) {
        if (!source.metadata().shows().contains(attribute)) {
            return source.label() + " does not show them";
        }
        return attribute != Extra.OWNERS || target.isRemote()
                ? target.label() + " does not store them"
                : "only root, on Linux, can give files to other users";
    }
}
