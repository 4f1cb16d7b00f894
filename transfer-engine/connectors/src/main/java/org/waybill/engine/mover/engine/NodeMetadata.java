package org.waybill.engine.mover.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeSession;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.wire.Message;

/** Times and permissions of the files of a node. */
record NodeMetadata(NodeSession session, boolean setsTimes, boolean givesPermissions) implements Metadata {
    private static final int OWNERS = 0700;
    private static final long NANOS = 1_000_000_000;

    static NodeMetadata of(NodeSession session) throws TransferException {
        return new NodeMetadata(
                session,
                session.isSince(Message.SetTimes.KNOWN_SINCE),
                session.isSince(Message.RequestedEntries.PERMISSIONS_OF_EQUAL_SINCE));
    }

    /** The node's umask is not known: what it may have taken from group and others is no difference. */
    @Override
    public boolean hasOtherPermissions(Entry source, Entry there) {
        return givesPermissions
                && ((source.permissions() ^ there.permissions()) & OWNERS | there.permissions() & ~source.permissions())
                        != 0;
    }

    @Override
    public boolean keepsDirectoryTimes() {
        return setsTimes;
    }

    @Override
    public boolean keepsLinkTimes() {
        return setsTimes;
    }

    @Override
    public void setDirectoryTime(String directory, Instant modified) throws TransferException {
        giveTimes(directory, List.of(new Entry(directory, Entry.Kind.DIRECTORY, -1, modified, -1, null, true)));
    }

    @Override
    public void setLinkTime(String link, Instant modified) throws TransferException {
        giveTimes(link, List.of(new Entry(link, Entry.Kind.LINK, -1, modified, -1, null, true)));
    }

    @Override
    public void giveTimes(String root, List<Entry> like) throws TransferException {
        List<Message.Timed> times = new ArrayList<>();
        for (Entry one : like) {
            Instant modified = one.modified();
            if (modified != null && setsTimes) {
                String path = one.path().equals(root)
                        ? ""
                        : one.path().substring(StorePath.join(root, "").length());
                times.add(new Message.Timed(path, nanos(modified)));
            }
        }
        for (int from = 0; from < times.size(); from += Message.SetTimes.MOST) {
            session.ask(new Message.SetTimes(
                    root, times.subList(from, Math.min(times.size(), from + Message.SetTimes.MOST))));
            session.hear(Message.Done.class, true);
        }
    }

    /** Times of the years 1678 to 2262 are known in nanoseconds. */
    private static long nanos(Instant time) {
        try {
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
        } catch (ArithmeticException _) {
            return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
