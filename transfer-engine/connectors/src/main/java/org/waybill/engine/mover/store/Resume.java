package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.mover.PrefixLedger;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Finds how much of a partial file can be kept. A length alone proves nothing: what is kept was compared, by the ledger
 * next to it, by a hash that the remote host computed, or at least by its last megabytes; the whole file is verified at
 * the end in any case.
 */
record Resume(Store source, Store target, FileCopy.Context context) {
    /** How much of a partial file's end is read back where nothing better can be had. */
    static final long TAIL_BYTES = 1L << 20;
    /** How much of what a ledger proves to have arrived is compared with the source as it is now. */
    private static final int SAMPLE_BYTES = 64 << 10;
    /** What the remote host is asked to hash at once: the finer, the less is sent again and the more is asked. */
    private static final long PART_BYTES = 4L << 20;

    private static final int MOST_PARTS = 256;
    private static final int VERSION_DIGITS = 32;

    /**
     * Where to resume.
     *
     * @param running a SHA-256 over the bytes before it
     */
    record Point(long bytes, MessageDigest running) {
        static Point start() {
            return new Point(0, Sha256.start());
        }
    }

    Point find(FileItem item, Entry before, String partial, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        if (before.sizeBytes() < PrefixLedger.INTERVAL_BYTES
                || !target.has(Feature.WRITE_FROM)
                || !target.has(Feature.RENAME)
                || !source.has(Feature.READ_FROM)) {
            return Point.start();
        }
        context.meter().enter(Phase.VERIFYING, item.name());
        long thereBytes = target.stat(partial).map(Entry::sizeBytes).orElse(0L);
        if (thereBytes > before.sizeBytes() && ledger == null) {
            // not every server truncates a file to the end of what it is sent
            target.delete(partial);
            tell(item, Point.start(), thereBytes, 0);
            return Point.start();
        }
        Optional<Store.PartSums> known = target.partSums(partial);
        boolean byParts = ledger == null && (known.isPresent() || target.has(Feature.HASH_RANGES));
        long partBytes = known.map(Store.PartSums::partBytes)
                .orElse(Math.max(PART_BYTES, Math.min(thereBytes, before.sizeBytes()) / MOST_PARTS));
        // the ledger is asked even when there is no partial file: it then forgets what it knew of an earlier one
        Point point = ledger != null
                ? recorded(item, before, partial, ledger)
                : byParts
                        ? comparedByParts(item, partial, Math.min(thereBytes, before.sizeBytes()), partBytes, known)
                        : thereBytes > 0 && thereBytes <= before.sizeBytes()
                                ? compared(item, partial, thereBytes)
                                : Point.start();
        if (thereBytes > 0) {
            tell(item, point, thereBytes, ledger != null ? PrefixLedger.INTERVAL_BYTES : byParts ? partBytes : 0);
        }
        return point;
    }

    /** @param leastBytes the shortest beginning that can be proved to be of the source */
    private void tell(FileItem item, Point point, long thereBytes, long leastBytes) {
        String file = StorePath.shown(item.target());
        if (point.bytes() > 0) {
            context.tell("RESUMED", "resuming at byte " + point.bytes() + " of " + file);
        } else {
            context.tell(
                    "PARTIAL_REJECTED",
                    "the partial file of " + file
                            + (thereBytes < leastBytes
                                    ? " has only " + thereBytes + " bytes, and fewer than " + leastBytes
                                            + " cannot be checked"
                                    : " does not match the source")
                            + "; starting from the beginning");
        }
    }

    private Point recorded(FileItem item, Entry before, String partial, PrefixLedger ledger)
            throws TransferException, InterruptedException {
        try {
            String version = Sha256.ofText(before.identity(), VERSION_DIGITS);
            PrefixLedger.Verified found = ledger.verify();
            boolean same = found.bytes() == 0
                    || (source.isRemote()
                            ? isStillSoAtTheSource(item, partial, found.bytes())
                            : found.version().equals(version) || isPrefixOfTheSource(item, found));
            ledger.begin(version, same);
            return same ? new Point(found.bytes(), found.running()) : Point.start();
        } catch (IOException e) {
            throw target.failure(e, partial);
        }
    }

    /** More than size and time changed, as after {@code chmod}, or with a file that was rewritten: all is compared. */
    private boolean isPrefixOfTheSource(FileItem item, PrefixLedger.Verified found)
            throws TransferException, InterruptedException {
        MessageDigest now = Sha256.start();
        try (InputStream in = source.read(item.source().path(), 0)) {
            Sha256.addPrefix(in, found.bytes(), now);
        } catch (IOException e) {
            throw source.failure(e, item.source().path());
        }
        return Arrays.equals(now.digest(), Sha256.soFar(found.running()));
    }

    /** A server's file may have been replaced by another of equal size and time: some of it is fetched once more. */
    private boolean isStillSoAtTheSource(FileItem item, String partial, long bytes)
            throws TransferException, InterruptedException {
        int sampleBytes = (int) Math.min(SAMPLE_BYTES, bytes);
        byte[] there;
        try (InputStream in = source.read(item.source().path(), bytes - sampleBytes)) {
            there = in.readNBytes(sampleBytes);
        } catch (IOException e) {
            throw source.failure(e, item.source().path());
        }
        return Arrays.equals(there, tailOf(partial, bytes, sampleBytes));
    }

    private Point compared(FileItem item, String partial, long bytes) throws TransferException, InterruptedException {
        MessageDigest running = Sha256.start();
        int tailBytes = (int) Math.min(TAIL_BYTES, bytes);
        byte[] tail;
        try (InputStream in = source.read(item.source().path(), 0)) {
            Sha256.addPrefix(in, bytes - tailBytes, running);
            tail = in.readNBytes(tailBytes);
            running.update(tail);
        } catch (IOException e) {
            throw source.failure(e, item.source().path());
        }
        Optional<String> farEnd = target.sha256(partial, bytes);
        boolean equal = farEnd.isPresent()
                ? farEnd.get().equals(Sha256.hex(Sha256.soFar(running)))
                : target.has(Feature.READ_BACK) && Arrays.equals(tail, tailOf(partial, bytes, tailBytes));
        return equal ? new Point(bytes, running) : Point.start();
    }

    /** Several connections may have left holes: what is kept ends before the first part that differs. */
    private Point comparedByParts(
            FileItem item, String partial, long bytes, long partBytes, Optional<Store.PartSums> known)
            throws TransferException, InterruptedException {
        Point point = Point.start();
        if (bytes < partBytes) {
            return point;
        }
        try (InputStream in = source.read(item.source().path(), 0)) {
            while (bytes - point.bytes() >= partBytes) {
                MessageDigest part = known.map(Store.PartSums::newDigest).orElseGet(Sha256::start);
                MessageDigest running = Sha256.copy(point.running());
                Sha256.addPrefix(in, partBytes, part, running);
                Optional<String> farEnd = known.isPresent()
                        ? known.get().at(point.bytes())
                        : target.sha256(partial, point.bytes(), partBytes);
                if (farEnd.isEmpty() || !farEnd.get().equals(Sha256.hex(part.digest()))) {
                    return point;
                }
                point = new Point(point.bytes() + partBytes, running);
            }
        } catch (IOException e) {
            throw source.failure(e, item.source().path());
        }
        return point;
    }

    private byte[] tailOf(String partial, long bytes, int tailBytes) throws TransferException, InterruptedException {
        try (InputStream in = target.read(partial, bytes - tailBytes)) {
            return in.readNBytes(tailBytes);
        } catch (IOException e) {
            throw target.failure(e, partial);
        }
    }
}
