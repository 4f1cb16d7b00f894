package org.waybill.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.filter.EntryFilter;

/**
 * What of a source is copied, and what becomes of what the destination has already.
 *
 * @param links what becomes of symbolic links
 * @param filter which entries are copied
 * @param overwrite which files of the destination are replaced
 * @param backupDirectory where files go that are replaced, below the destination; empty when they are not kept
 * @param extras what else of the files is kept, beyond content, times, modes and links
 */
public record CopyRules(
        Links links, EntryFilter filter, Overwrite overwrite, String backupDirectory, Set<Extra> extras) {
    /** All that is there, links kept where that can be, replacing what differs. */
    public static final CopyRules USUAL = new CopyRules(Links.AUTO, EntryFilter.ALL, Overwrite.DIFFERENT, "", Set.of());

    /** For messages. */
    public static final String BACKUP_OPTION = "--backup-dir";

    public CopyRules {
        extras = Set.copyOf(extras);
    }

    /** The options that ask for what is not as usual, for messages. */
    public List<String> options() {
        List<String> options = new ArrayList<>();
        if (!filter.equals(USUAL.filter)) {
            options.add("filters");
        }
        if (links != USUAL.links) {
            options.add("--links");
        }
        if (overwrite != USUAL.overwrite) {
            options.add("--overwrite");
        }
        if (!backupDirectory.isEmpty()) {
            options.add(BACKUP_OPTION);
        }
        extras.stream().sorted().map(extra -> extra.option).forEach(options::add);
        return options;
    }

    /** What refuses options where a stream is copied. */
    public static String notForStreams(List<String> options) {
        return "not for a stream: " + String.join(", ", options) + "; leave them out";
    }

    /** The same of what a node has to know that receives: what is not copied never comes there. */
    public CopyRules ofTarget() {
        return new CopyRules(links, EntryFilter.ALL, overwrite, backupDirectory, extras);
    }

    /** The same of what a node has to know that sends. */
    public CopyRules ofSource() {
        return new CopyRules(links, filter, overwrite, "", extras).without(Set.of(Extra.HOLES));
    }

    /** What is kept of owners, extended attributes and access control lists. */
    public Set<Extra> attributes() {
        Set<Extra> kept = EnumSet.noneOf(Extra.class);
        kept.addAll(Extra.ATTRIBUTES);
        kept.retainAll(extras);
        return kept;
    }

    /** The same without these. */
    public CopyRules without(Set<Extra> some) {
        Set<Extra> others = EnumSet.noneOf(Extra.class);
        others.addAll(extras);
        others.removeAll(some);
        return with(others);
    }

    /** Whether this is kept, too. */
    public boolean keeps(Extra extra) {
        return extras.contains(extra);
    }

    /** Whether any file that is there may stay though it differs. */
    public boolean keepsSome() {
        return overwrite == Overwrite.NEVER || overwrite == Overwrite.NEWER;
    }

    /**
     * Whether a file that is there stays as it is.
     *
     * @param there when that of the destination was changed; null when not known
     * @param source when that of the source was
     */
    public boolean keeps(@Nullable Instant there, @Nullable Instant source) {
        return overwrite == Overwrite.NEVER
                || overwrite == Overwrite.NEWER
                        && (there == null || source == null || there.getEpochSecond() > source.getEpochSecond());
    }

    /** The same with another filter. */
    public CopyRules with(EntryFilter other) {
        return new CopyRules(links, other, overwrite, backupDirectory, extras);
    }

    /** The same with another policy on links. */
    public CopyRules with(Links other) {
        return new CopyRules(other, filter, overwrite, backupDirectory, extras);
    }

    /** The same, keeping these beyond the usual. */
    public CopyRules with(Set<Extra> others) {
        return new CopyRules(links, filter, overwrite, backupDirectory, others);
    }

    /** What a copy keeps only when asked to. */
    public enum Extra {
        /** Zeros are not written where a hole reads the same: the destination makes it, whatever the source has. */
        HOLES("HOLES_FILLED", "holes", "--sparse", false),
        /** Names of one file of the source become names of one file, among those of one transfer. */
        HARD_LINKS("HARD_LINKS_NOT_KEPT", "hard links", "--hard-links", false),
        /** Owner and group: by number, between this machine and nodes by name first. */
        OWNERS("OWNERS_NOT_KEPT", "owners and groups", "--owner", true),
        /** Extended attributes of users. */
        XATTRS("XATTRS_NOT_KEPT", "extended attributes", "--xattrs", true),
        /** Access control lists as in POSIX 1003.1e. */
        ACLS("ACLS_NOT_KEPT", "access control lists", "--acls", true);

        /** What a file has besides its content. */
        public static final Set<Extra> ATTRIBUTES = Arrays.stream(values())
                .filter(extra -> extra.attribute)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(() -> EnumSet.noneOf(Extra.class)), Collections::unmodifiableSet));

        private final String event;
        private final String what;
        private final String option;
        private final boolean attribute;

        Extra(String event, String what, String option, boolean attribute) {
            this.event = event;
            this.what = what;
            this.option = option;
            this.attribute = attribute;
        }

        /** The code of the event that reports that it is not kept. */
        public String event() {
            return event;
        }

        /** The text of that event. */
        public String notKept(String why) {
            return what + " are not kept: " + why + " (" + option + ")";
        }

        /** The same where an older node is the reason. */
        public String notKeptBy(String olderNode) {
            return notKept(olderNode + " runs an older Waybill, which does not transfer them");
        }

        /** Whether an event reports that something is not kept that was to be. */
        public static boolean isNotKept(String event) {
            return Arrays.stream(values()).anyMatch(extra -> extra.event.equals(event));
        }
    }

    /** What becomes of a symbolic link of the source (decision 0277). */
    public enum Links {
        /** Kept where both endpoints keep links, else followed inside the tree. */
        AUTO,
        /** Stays a link: its text is copied as it is written. Left out where an endpoint keeps none. */
        KEEP,
        /** What it leads to is copied, wherever that is; a node never leaves its data directory. */
        FOLLOW,
        /** What it leads to is copied if that is inside the tree. */
        INSIDE,
        /** Left out, and named. */
        SKIP;

        /** What is done where this is known of the endpoints. */
        public Links where(boolean bothKeep) {
            return this != AUTO ? this : bothKeep ? KEEP : INSIDE;
        }
    }

    /** Which files of the destination are replaced by the source's. */
    public enum Overwrite {
        /** Those of another size, time or content. */
        DIFFERENT,
        /** All: what is there is not even compared. */
        ALWAYS,
        /** The same as DIFFERENT, except for those that were changed after the source's, or at an unknown time. */
        NEWER,
        /** None. */
        NEVER
    }
}
