package org.waybill.engine.session.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.Block;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.transport.RangeSet;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;
import org.waybill.engine.wire.Message.Unsendable;
import org.waybill.engine.wire.Message.Unwritable;
import org.waybill.engine.wire.WireException;

/** What the source still has to do: entries in order as the sink asks for them, and what must be sent again. */
final class SourcePlan {
    /** Of what the sink says of a file that it does not take: in the report, and in the failure. */
    private static final long COPIES_OF_TEXT = 6;
    /** What a range takes in memory. */
    private static final int RANGE_BYTES = 40;
    /** A file that was at the target is asked for again when it differs, and one that was sent once more. */
    private static final int MOST_TIMES_AGAIN = 3;

    private final List<TreeEntry> entries = new ArrayList<>();
    private final Map<Integer, ReceivedRanges> exceptions = new HashMap<>();
    private final ArrayDeque<Job> again = new ArrayDeque<>();

    /** Further names of files of the plan, by their entries: the sink makes hard links of them. */
    private final Map<Integer, HardLinkSender.Name> names = new HashMap<>();
    /** The first names of these files. */
    private final Set<Integer> firsts = new HashSet<>();
    /** Those that the sink requested as files of their own. */
    private final Set<Integer> apart = new HashSet<>();

    private final Map<Integer, Integer> times = new HashMap<>();
    /** Entries of which nothing more is sent: here they cannot be read, or there not be written. */
    private final Set<Integer> unreadable = new HashSet<>();

    private final Set<Integer> unwritable = new HashSet<>();
    private final PeerLimits limits = PeerLimits.tree();

    private boolean listed;
    private boolean ended;
    private boolean unasked;
    private int neededUpTo;
    private int next;
    private long totalBytes;
    private long totalFiles;

    /** One thing to do. */
    sealed interface Job {
        int entry();

        TreeEntry file();

        /**
         * Read an entry and send what the sink lacks of it.
         *
         * @param foundBytes what the sink has of it; negative if what it had before has proved worthless
         * @param wholeFiles 1 if that is all of it, -1 if it was taken for all of it
         */
        record Send(int entry, TreeEntry file, @Nullable ReceivedRanges have, long foundBytes, int wholeFiles)
                implements Job {}

        /** Read and send a part that was lost in transit. */
        record Resend(int entry, TreeEntry file, Block.Segment segment) implements Job {}

        /**
         * Check that an entry, of which nothing is sent, is still a name of a file that is.
         *
         * @param shared what all names of that file have in common
         */
        record Check(int entry, TreeEntry file, String shared) implements Job {}
    }

    synchronized void add(TreeEntry entry) {
        add(entry, null);
    }

    /** @param name of a file with several names, of which those after the first are not sent; null for another */
    synchronized void add(TreeEntry entry, HardLinkSender.@Nullable Name name) {
        if (name != null && name.first() != entries.size()) {
            names.put(entries.size(), name);
            firsts.add(name.first());
        }
        entries.add(entry);
        count(entries.size() - 1, 1);
    }

    /** Takes a file into what is to be sent, or out of it; a further name of one counts for nothing. */
    private void count(int number, int times) {
        TreeEntry entry = entries.get(number);
        if (!entry.directory() && !isFurtherName(number)) {
            totalBytes += times * entry.sizeBytes();
            totalFiles += times;
        }
    }

    /** Whether the sink is to make a hard link of it. */
    synchronized boolean isFurtherName(int entry) {
        return names.containsKey(entry) && !apart.contains(entry);
    }

    /** The first name of an entry's file, if that has several. */
    synchronized OptionalInt firstName(int entry) {
        HardLinkSender.Name name = names.get(entry);
        return name != null
                ? OptionalInt.of(name.first())
                : firsts.contains(entry) ? OptionalInt.of(entry) : OptionalInt.empty();
    }

    synchronized void allListed() {
        listed = true;
        notifyAll();
    }

    synchronized boolean isListed() {
        return listed;
    }

    /** The sink requests these. @return those that it has as a whole and that were sent unasked */
    synchronized List<TreeEntry> need(RequestedEntries need) throws WireException, TransferException {
        if (need.upTo() > entries.size() || need.upTo() < neededUpTo) {
            throw new WireException("it asks for entry " + need.upTo() + " of " + entries.size());
        }
        List<TreeEntry> inVain = new ArrayList<>();
        for (ReceivedRanges have : need.exceptions()) {
            if (have.entry() < neededUpTo || have.entry() >= need.upTo()) {
                throw new WireException("it speaks of entry " + have.entry() + " out of turn");
            }
            check(have, entries.get(have.entry()).sizeBytes());
            limits.take((long) RANGE_BYTES * have.ranges().size());
            exceptions.put(have.entry(), have);
            if (have.entry() < next && have.whole()) {
                inVain.add(entries.get(have.entry()));
            }
        }
        neededUpTo = need.upTo();
        notifyAll();
        return inVain;
    }

    private int sendUpTo() {
        return unasked ? entries.size() : neededUpTo;
    }

    private static void check(ReceivedRanges have, long sizeBytes) throws WireException {
        long end = 0;
        for (Range range : have.ranges()) {
            if (range.start() < end || range.length() > sizeBytes - range.start()) {
                throw new WireException("it has ranges of entry " + have.entry() + " that the file has not");
            }
            end = range.start() + range.length();
        }
    }

    /** Everything is sent without being asked for. */
    synchronized void needAll() {
        unasked = true;
        notifyAll();
    }

    synchronized void again(int entry) throws WireException {
        if (entry >= sendUpTo()) {
            throw new WireException("it asks again for entry " + entry + ", which it never had");
        }
        if (times.merge(entry, 1, Integer::sum) > MOST_TIMES_AGAIN) {
            throw new WireException("it asks again and again for entry " + entry);
        }
        TreeEntry file = entries.get(entry);
        if (isFurtherName(entry) && !isGivenUp(entry)) {
            apart.add(entry);
            count(entry, 1);
        }
        @Nullable ReceivedRanges had = exceptions.remove(entry);
        again.add(new Job.Send(entry, file, null, -foundBytes(file, had), -wholeFiles(file, had)));
        notifyAll();
    }

    private static int wholeFiles(TreeEntry file, @Nullable ReceivedRanges have) {
        return have != null && foundBytes(file, have) == file.sizeBytes() ? 1 : 0;
    }

    private static long foundBytes(TreeEntry file, @Nullable ReceivedRanges have) {
        if (have == null) {
            return 0;
        }
        return have.whole()
                ? file.sizeBytes()
                : have.ranges().stream().mapToLong(Range::length).sum();
    }

    synchronized void lost(List<Block.Segment> segments) {
        for (Block.Segment segment : segments) {
            again.add(new Job.Resend(segment.entry(), entries.get(segment.entry()), segment));
        }
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** An entry that cannot be read counts no longer; false if the sink needed no more of it anyway. */
    synchronized boolean unreadable(int entry) {
        boolean news = !isGivenUp(entry) && unreadable.add(entry);
        if (news) {
            forget(entry);
        }
        return news;
    }

    /**
     * The same of one that the sink cannot write.
     *
     * @return false if it is known already that it is not copied
     */
    synchronized boolean unwritable(Unwritable not) throws WireException, TransferException {
        if (not.isKept()) {
            throw new WireException("it keeps entry " + not.entry() + ", which was not requested");
        }
        return kept(not);
    }

    /** The same of one that it has and keeps, where the request allows it. */
    synchronized boolean kept(Unwritable not) throws WireException, TransferException {
        int entry = not.entry();
        if (entry == 0 || entry >= entries.size() || !unwritable.add(entry)) {
            throw new WireException("it cannot write entry " + entry + " of " + entries.size() + ", or says it twice");
        }
        limits.take(COPIES_OF_TEXT * not.text().length());
        if (unreadable.contains(entry)) {
            return false;
        }
        forget(entry);
        return true;
    }

    /** What the sink says of a link that it cannot make is bounded as well. */
    synchronized void take(Unsendable not) throws TransferException {
        limits.take(COPIES_OF_TEXT * not.text().length());
    }

    private void forget(int entry) {
        count(entry, -1);
        notifyAll();
    }

    /** Whether nothing more of it is to be sent. */
    synchronized boolean isGivenUp(int entry) {
        return unwritable.contains(entry) || unreadable.contains(entry);
    }

    /** The files that a session which ends now leaves behind. */
    synchronized List<String> missing(Set<Integer> committed) {
        return IntStream.range(0, entries.size())
                .filter(entry -> !entries.get(entry).directory() && !committed.contains(entry) && !isGivenUp(entry))
                .mapToObj(entry -> entries.get(entry).path())
                .toList();
    }

    /** The next job if there is one now; none when all is over. */
    synchronized @Nullable Job poll() {
        if (ended) {
            return null;
        }
        if (!again.isEmpty()) {
            return again.poll();
        }
        while (next < sendUpTo()) {
            int entry = next++;
            TreeEntry file = entries.get(entry);
            HardLinkSender.Name name = names.get(entry);
            if (file.directory() || isGivenUp(entry) || apart.contains(entry)) {
                continue;
            } else if (name != null) {
                return new Job.Check(entry, file, name.file());
            } else {
                ReceivedRanges have = exceptions.get(entry);
                return new Job.Send(entry, file, have, foundBytes(file, have), wholeFiles(file, have));
            }
        }
        return null;
    }

    /** Waits until {@link #poll} may give something or all is over; false when it is over. */
    synchronized boolean await() throws InterruptedException {
        while (!ended && again.isEmpty() && next >= sendUpTo()) {
            wait();
        }
        return !ended;
    }

    /** Whether every entry was taken up once. */
    synchronized boolean isThrough() {
        return listed && next >= entries.size();
    }

    synchronized long totalBytes() {
        return listed ? totalBytes : -1;
    }

    /** With all further names, if the sink requests each as a file of its own. */
    synchronized long mostBytes() {
        return totalBytes
                + names.keySet().stream()
                        .filter(this::isFurtherName)
                        .mapToLong(entry -> entries.get(entry).sizeBytes())
                        .sum();
    }

    synchronized long totalFiles() {
        return totalFiles;
    }

    /** How many entries are to become hard links. */
    synchronized long furtherNames() {
        return names.keySet().stream()
                .filter(entry -> isFurtherName(entry) && !isGivenUp(entry))
                .count();
    }

    /** Whether this is a file that the sink knows of; it may be there already, or be empty, and never be asked for. */
    synchronized boolean isFile(int entry) {
        return entry < entries.size() && !entries.get(entry).directory() && !unwritable.contains(entry);
    }

    synchronized TreeEntry entry(int number) {
        return entries.get(number);
    }

    /** The bytes that the sink has, as a set. */
    static RangeSet present(@Nullable ReceivedRanges have) {
        RangeSet present = new RangeSet();
        if (have != null) {
            for (Range range : have.ranges()) {
                present.add(range.start(), Math.addExact(range.start(), range.length()));
            }
        }
        return present;
    }
}
