package org.waybill.engine.filter;

import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a tree are copied (decision 0271). A directory that is not is not looked into; one that is gets
 * made, also if nothing in it is copied. The root of what is copied always is.
 *
 * @param rules the first that fits decides; what none fits is copied
 * @param leastBytes of a file
 * @param mostBytes of a file
 * @param notBefore when a file was changed at the earliest; null for no limit
 * @param notAfter when it was changed at the latest; null for no limit
 * @param chosen the only paths that are copied; null for all
 */
public record EntryFilter(
        List<FilterRule> rules,
        long leastBytes,
        long mostBytes,
        @Nullable Instant notBefore,
        @Nullable Instant notAfter,
        @Nullable ChosenPaths chosen) {
    /** Every entry is. */
    public static final EntryFilter ALL = new EntryFilter(List.of(), 0, Long.MAX_VALUE, null, null, null);

    /** Why a path that a list names is not copied though it is there. */
    public static final String BEHIND_LINK =
            ": a link in this path is broken, leads out of the source, or is excluded by --links skip; use --links"
                    + " follow";

    public EntryFilter {
        rules = List.copyOf(rules);
    }

    /** The same with rules that come before its own. */
    public EntryFilter behind(List<FilterRule> before) {
        List<FilterRule> all = Stream.concat(before.stream(), rules.stream()).toList();
        return new EntryFilter(all, leastBytes, mostBytes, notBefore, notAfter, chosen);
    }

    /** The same for these paths only; for all of them, if that is null. */
    public EntryFilter choosing(@Nullable ChosenPaths paths) {
        return new EntryFilter(rules, leastBytes, mostBytes, notBefore, notAfter, paths);
    }

    /** Whether it leaves nothing out. */
    public boolean isAll() {
        return equals(ALL);
    }

    /** Whether more counts than names, such as size and time of a file. */
    public boolean judgesFiles() {
        return !equals(new EntryFilter(rules, 0, Long.MAX_VALUE, null, null, chosen));
    }

    /** Whether the directory itself that holds all this is chosen, and not only something in it. */
    public boolean choosesRoot() {
        return chosen == null || chosen.covers("");
    }

    /** Whether a directory is looked into and made, whose parents are. */
    public boolean acceptsDirectory(String path) {
        return acceptsName(path, true);
    }

    /**
     * Whether a file is copied, whose parents are.
     *
     * @param path relative to the root of what is copied; the file's own name where that is one file
     * @param sizeBytes -1 when not known, which does not leave it out
     * @param modified null when not known, the same
     */
    public boolean acceptsFile(String path, long sizeBytes, @Nullable Instant modified) {
        return acceptsName(path, false)
                && (sizeBytes < 0 || sizeBytes >= leastBytes && sizeBytes <= mostBytes)
                && (modified == null
                        || (notBefore == null || !modified.isBefore(notBefore))
                                && (notAfter == null || !modified.isAfter(notAfter)));
    }

    /** What the rules and the list say of a name. As by rsync, no rule leaves out a directory above what a list names. */
    boolean acceptsName(String path, boolean directory) {
        return directory && chosenBelow(path).stream().anyMatch(this::mayAcceptByRules)
                || rulesAccept(path, directory) && isCovered(path);
    }

    /** Whether the list names a path, or a directory above it of which the rules leave it something. */
    private boolean isCovered(String path) {
        if (chosen == null || chosen.paths().contains(path)) {
            return true;
        }
        int slash = path.lastIndexOf('/');
        String above = slash < 0 ? "" : path.substring(0, slash);
        return !path.isEmpty() && (above.isEmpty() || rulesAccept(above, true)) && isCovered(above);
    }

    /** Whether a directory is copied with all in it that the rules leave, and not only for what a list names below it. */
    public boolean acceptsWhole(String directory) {
        return rulesAccept(directory, true) && isCovered(directory);
    }

    private boolean mayAcceptByRules(String path) {
        return rulesAccept(path, false) || rulesAccept(path, true);
    }

    private boolean rulesAccept(String path, boolean directory) {
        for (FilterRule rule : rules) {
            if (rule.matches(path, directory)) {
                return rule.includes();
            }
        }
        return true;
    }

    /** Whether it may be that an entry is copied of which only the name is known. */
    public boolean mayAccept(String path) {
        return acceptsName(path, false) || acceptsName(path, true);
    }

    /** The same for a path of which it is unknown whether its parents are copied. */
    public boolean reaches(String path) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (!acceptsDirectory(path.substring(0, slash))) {
                return false;
            }
        }
        return true;
    }

    /** Of the chosen paths those that a walk has not met, and no rule leaves out. */
    public NavigableSet<String> missing(Set<String> met) {
        NavigableSet<String> missing = new TreeSet<>(chosen == null ? Set.of() : chosen.paths());
        missing.removeAll(new HashSet<>(met));
        missing.removeIf(path -> path.isEmpty() || !reaches(path) || !mayAccept(path));
        return missing;
    }

    /** The paths in a directory, or below, that a list names. */
    public NavigableSet<String> chosenBelow(String directory) {
        return chosen == null ? Collections.emptyNavigableSet() : chosen.below(directory);
    }

    /** Whether a list names exactly this path. */
    public boolean isChosen(String path) {
        return chosen != null && chosen.paths().contains(path);
    }
}
