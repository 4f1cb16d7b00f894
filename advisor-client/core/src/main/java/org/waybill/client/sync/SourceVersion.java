package org.waybill.client.sync;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/**
 * The files of a source as they were before they were copied. Each may be removed after that if it still is the same:
 * size, time, and here inode and time of change; where only these changed, as after {@code chmod}, the content is
 * compared with the copy. A server that can hash is asked for the hashes of all once more, which must be those that the
 * copy was compared with (decision 0273).
 *
 * @param files with their paths below what is copied; a single file's is its name
 */
public record SourceVersion(List<Difference> files) {
    /** What changes a file's state while it is compared is not followed for ever. */
    private static final int MOST_COMPARISONS = 3;

    /** Looks at a source. @param path resolved */
    public static SourceVersion look(Store source, String path, CopyRules rules)
            throws TransferException, InterruptedException {
        Entry root = source.stat(path)
                .orElseThrow(
                        () -> new TransferException(Reason.NOT_FOUND, path + " does not exist at " + source.label()));
        // what was reached through a link out of the tree was copied, and is not to be deleted
        CopyRules own = rules.links() == CopyRules.Links.FOLLOW ? rules.with(CopyRules.Links.KEEP) : rules;
        ComparisonResult all =
                new TreeComparison(new TreeComparison.Wanted(CompareBy.EXISTS, own)).run(source, root, source, null);
        return new SourceVersion(all.differences().stream()
                .filter(one -> {
                    Entry entry = one.source();
                    return entry != null && entry.isFile() && !one.isUnreadable();
                })
                .toList());
    }

    /**
     * Removes what a transfer has copied and compared. Links and directories stay.
     *
     * @param source opened again
     * @param copy where it is; nothing is removed where that may be the source itself
     * @throws TransferException where nothing may be removed, and nothing was
     */
    public Removal.Result remove(Store source, TransferReport report, CopyPlace copy)
            throws TransferException, InterruptedException {
        if (files.isEmpty()) {
            return new Removal.Result(List.of(), List.of());
        }
        if (report.compared() != Compared.SOURCE) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "everything is copied, but nothing was deleted at the source, because it "
                            + "provided no checksum to compare with");
        }
        checkHashes(source, report);
        List<Difference> copied = without(report.notTransferred());
        Optional<String> doubt = copy.doubt(source, copied, report);
        if (doubt.isPresent()) {
            NotTransferred all = new NotTransferred(
                    copied.size() == 1 ? copied.getFirst().path() : copied.size() + " files",
                    Reason.UNSAFE.name(),
                    doubt.get());
            return new Removal.Result(List.of(), List.of(all));
        }
        CopyPlace.Listed listed = copy.new Listed();
        OtherNames names = new OtherNames(source, copied);
        List<String> removed = new ArrayList<>();
        List<NotTransferred> kept = new ArrayList<>();
        for (Difference one : copied) {
            remove(source, one, listed, names, removed, kept);
        }
        return new Removal.Result(removed, kept);
    }

    /** Hard links: that one name of a file is removed changes what distinguishes the others. */
    private static final class OtherNames {
        private final Store source;
        private final Map<String, Deque<Entry>> names = new HashMap<>();
        private final Map<String, String> tags = new HashMap<>();

        OtherNames(Store source, List<Difference> files) {
            this.source = source;
            for (Difference one : files) {
                Entry entry = one.source();
                if (entry != null && entry.tag() != null) {
                    names.computeIfAbsent(entry.tag(), _ -> new ArrayDeque<>()).add(entry);
                }
            }
        }

        /** The file as it should be now. */
        Entry expected(Entry before) {
            String tag = before.tag() == null ? null : tags.get(before.tag());
            return tag == null ? before : before.tagged(tag);
        }

        /** A name was removed; the file was as expected just before. */
        void removed(Entry before) throws TransferException, InterruptedException {
            Deque<Entry> all = before.tag() == null ? null : names.get(before.tag());
            if (all == null || !all.remove(before) || all.isEmpty()) {
                return;
            }
            Optional<Entry> now = source.look(all.getFirst().path());
            if (now.isPresent()
                    && now.get().tag() != null
                    && before.tagged(now.get().tag()).sameContentAs(now.get())) {
                tags.put(before.tag(), now.get().tag());
            }
        }
    }

    /** The files that are not among some. */
    public List<Difference> without(List<NotTransferred> some) {
        Set<String> missing = new HashSet<>();
        some.forEach(one -> missing.add(one.path()));
        return files.stream().filter(one -> !missing.contains(one.path())).toList();
    }

    private static void remove(
            Store source,
            Difference one,
            CopyPlace.Listed copies,
            OtherNames names,
            List<String> removed,
            List<NotTransferred> kept)
            throws TransferException, InterruptedException {
        Entry before = one.source();
        if (before == null || Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            Optional<Entry> now = source.look(before.path());
            if (now.isPresent() && now.get().kind() == Entry.Kind.LINK) {
                kept.add(NotTransferred.leftOut(one.path(), "is a link and was kept"));
            } else if (now.isPresent() && isSame(source, names.expected(before), now.get(), one, copies)) {
                Optional<String> doubt = copies.doubt(source, one);
                if (doubt.isPresent()) {
                    kept.add(new NotTransferred(one.path(), Reason.UNSAFE.name(), doubt.get()));
                } else {
                    source.delete(before.path());
                    removed.add(one.path());
                    names.removed(before);
                }
            } else if (now.isPresent()) {
                kept.add(new NotTransferred(one.path(), Reason.SOURCE_CHANGED.name(), "changed since it was copied"));
            }
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            kept.add(NotTransferred.failed(one.path(), e));
        }
    }

    private static boolean isSame(Store source, Entry expected, Entry found, Difference file, CopyPlace.Listed copies)
            throws TransferException, InterruptedException {
        Entry known = expected;
        Optional<Entry> now = Optional.of(found);
        for (int i = 0; i < MOST_COMPARISONS && now.filter(known::sameVersionAs).isPresent(); i++) {
            if (now.get().sameContentAs(known)) {
                return true;
            } else if (source.isRemote() || !copies.isEqual(source, file)) {
                return false;
            }
            known = now.get();
            now = source.look(known.path());
        }
        return false;
    }

    /** Times of servers are given to the second: what was written within it shows in the hash alone. */
    private void checkHashes(Store source, TransferReport report) throws TransferException, InterruptedException {
        if (!source.isRemote()) {
            return;
        }
        TreeMap<String, String> hashes = new TreeMap<>();
        for (Difference one : files) {
            Entry entry = one.source();
            Optional<String> hash = entry == null ? Optional.empty() : source.sha256(entry.path(), -1);
            if (hash.isEmpty()) {
                return;
            }
            hashes.put(one.path(), hash.get());
        }
        boolean single = report.files() == 1 && hashes.size() == 1;
        String now = single ? hashes.firstEntry().getValue() : Sha256.ofFiles(hashes);
        if (!now.equals(report.sha256()) && !Sha256.ofFiles(hashes).equals(report.sha256())) {
            throw new TransferException(
                    Reason.SOURCE_CHANGED,
                    "everything is copied, but nothing was deleted at the source, "
                            + "because its files changed since they were copied");
        }
    }
}
