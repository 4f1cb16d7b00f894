package org.waybill.engine.mover.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.storage.EntryNames;

/** What two listings of one directory say of each other: nothing is asked, nothing read. */
public final class Comparison {
    private static final Comparator<Entry> BY_NAME = Comparator.comparing(Entry::name);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);

    private Comparison() {}

    /**
     * How files of one size are distinguished.
     *
     * @param by what is compared; with {@link CompareBy#CHECKSUM} files of one size are {@link Verdict#ALIKE}, and
     *     with {@link CompareBy#MTIME} those whose times prove nothing
     * @param timesKept whether the destination gives a copy its source's time; where it cannot, a copy is younger than
     *     its source
     */
    public record How(CompareBy by, boolean timesKept) {}

    /**
     * Every name of either listing once, in order. Files of Waybill's own belong to no tree and are left out.
     *
     * @param above the directory's path below the roots, empty for the roots themselves
     */
    public static List<Difference> of(String above, List<Entry> source, List<Entry> destination, How how) {
        List<Entry> here = ordered(source);
        List<Entry> there = ordered(destination);
        List<Difference> all = new ArrayList<>(Math.max(here.size(), there.size()));
        int i = 0;
        int j = 0;
        while (i < here.size() || j < there.size()) {
            int order = i == here.size() ? 1 : j == there.size() ? -1 : BY_NAME.compare(here.get(i), there.get(j));
            String name = order <= 0 ? here.get(i).name() : there.get(j).name();
            int endHere = endOf(here, i, name);
            int endThere = endOf(there, j, name);
            all.add(named(below(above, name), here.subList(i, endHere), there.subList(j, endThere), how));
            i = endHere;
            j = endThere;
        }
        return all;
    }

    static String below(String above, String name) {
        return above.isEmpty() ? name : above + "/" + name;
    }

    private static List<Entry> ordered(List<Entry> listing) {
        return listing.stream().filter(entry -> !isOwn(entry)).sorted(BY_NAME).toList();
    }

    /** Whether it is a partial file or a tool of some transfer. */
    static boolean isOwn(Entry entry) {
        return !entry.isDirectory() && EntryNames.isOwn(entry.name());
    }

    private static int endOf(List<Entry> listing, int from, String name) {
        int end = from;
        while (end < listing.size() && listing.get(end).name().equals(name)) {
            end++;
        }
        return end;
    }

    private static Difference named(String path, List<Entry> source, List<Entry> destination, How how) {
        @Nullable Entry here = source.isEmpty() ? null : source.getFirst();
        @Nullable Entry there = destination.isEmpty() ? null : destination.getFirst();
        if (isUnclear(source)) {
            return new Difference(path, Verdict.SOURCE_UNREADABLE, here, there, unclear(source), Reason.BAD_INPUT);
        } else if (isUnclear(destination)) {
            return new Difference(
                    path, Verdict.DESTINATION_UNREADABLE, here, there, unclear(destination), Reason.BAD_INPUT);
        } else if (there == null) {
            return Difference.of(path, Verdict.ONLY_SOURCE, here, null, "");
        } else if (here == null) {
            return Difference.of(path, Verdict.ONLY_DESTINATION, null, there, "");
        }
        return both(path, here, there, how);
    }

    private static boolean isUnclear(List<Entry> named) {
        return named.size() > 1 || !named.isEmpty() && named.getFirst().kind() == Entry.Kind.UNNAMEABLE;
    }

    private static String unclear(List<Entry> named) {
        return named.size() > 1 ? Entry.whySeveral(named) : named.getFirst().whyUnnameable();
    }

    private static Difference both(String path, Entry source, Entry destination, How how) {
        Difference alike = Difference.of(path, Verdict.ALIKE, source, destination, "");
        if (source.kind() != destination.kind()) {
            // a link and a file take each other's place as a file does, and a directory takes that of a link
            boolean replaced = destination.kind() == Entry.Kind.LINK && source.isDirectory()
                    || source.isFileOrLink() && destination.isFileOrLink();
            return alike.judged(
                    replaced ? Verdict.DIFFERENT : Verdict.OTHER_KIND,
                    "a " + word(source) + " at the source, a " + word(destination) + " at the destination");
        }
        if (how.by() == CompareBy.EXISTS || (!source.isFile() && source.kind() != Entry.Kind.LINK)) {
            return alike.judged(Verdict.EQUAL, "");
        }
        if (source.kind() == Entry.Kind.LINK) {
            return alike;
        }
        boolean sized = source.sizeBytes() >= 0 && destination.sizeBytes() >= 0;
        if (sized && source.sizeBytes() != destination.sizeBytes()) {
            return alike.judged(Verdict.DIFFERENT, "size " + source.sizeBytes() + ", " + destination.sizeBytes());
        }
        return switch (how.by()) {
            case CHECKSUM -> source.sizeBytes() == 0 && sized ? alike.judged(Verdict.EQUAL, "") : alike;
            case MTIME -> {
                Difference timed = byTime(alike, how.timesKept());
                yield isUntimed(timed) ? alike : timed;
            }
            default -> alike.judged(Verdict.EQUAL, "");
        };
    }

    /** What the times of two files of one size say; empty where an endpoint has none. */
    static Difference byTime(Difference alike, boolean timesKept) {
        Entry source = alike.source();
        Entry destination = alike.destination();
        @Nullable Instant from = source == null ? null : source.modified();
        @Nullable Instant to = destination == null ? null : destination.modified();
        if (source == null || destination == null || from == null || to == null) {
            return alike.judged(Verdict.EQUAL, "no modification time is known");
        }
        Duration resolution = max(resolution(source, from), resolution(destination, to));
        Duration apart = Duration.between(from, to);
        boolean same = apart.abs().compareTo(resolution) < 0;
        if (!timesKept && (same || !apart.isNegative())) {
            // the time of the copy says nothing of a source that was changed before it
            return alike.judged(Verdict.EQUAL, "the destination does not keep the source's time");
        }
        return same ? alike.judged(Verdict.EQUAL, "") : alike.judged(Verdict.DIFFERENT, "time " + from + ", " + to);
    }

    /** Whether files were found equal by their size only. */
    static boolean isUntimed(Difference one) {
        return one.verdict() == Verdict.EQUAL && !one.why().isEmpty();
    }

    /** How far apart equal times may be: listings of FTP servers give minutes, of files of before this year days. */
    private static Duration resolution(Entry entry, Instant time) {
        if (entry.exact()) {
            return SECOND;
        }
        return time.getEpochSecond() % DAY.toSeconds() == 0
                ? DAY
                : time.getEpochSecond() % MINUTE.toSeconds() == 0 ? MINUTE : SECOND;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** What an entry is called in a sentence. */
    static String word(Entry entry) {
        return entry.kind().name().toLowerCase(Locale.ROOT);
    }
}
