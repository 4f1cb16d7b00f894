package org.waybill.engine.session.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/** Sends a list of files in frames of some hundred entries. */
public final class ManifestSender {
    private static final int BATCH = 128;

    private final PeerLink link;
    private final Companion preceding;
    private final Companion following;
    private final List<TreeEntry> entries = new ArrayList<>();
    private int sent;

    /** Sends what belongs to a part of the list, before or after it. */
    @FunctionalInterface
    interface Companion {
        /** @param first the number of its first entry */
        void send(int first, List<TreeEntry> part) throws IOException;
    }

    public ManifestSender(PeerLink link) {
        this(link, (_, _) -> {}, (_, _) -> {});
    }

    ManifestSender(PeerLink link, Companion preceding, Companion following) {
        this.link = link;
        this.preceding = preceding;
        this.following = following;
    }

    public void add(TreeEntry entry) throws IOException {
        if (entries.size() >= BATCH) {
            send(false);
        }
        entries.add(entry);
    }

    private void send(boolean last) throws IOException {
        preceding.send(sent, entries);
        link.send(new Message.Manifest(
                last,
                entries.stream()
                        .map(entry -> new Message.Entry(
                                entry.path(),
                                entry.directory() ? Message.Kind.DIRECTORY : Message.Kind.FILE,
                                entry.sizeBytes(),
                                entry.modifiedNanos(),
                                entry.permissions()))
                        .toList()));
        following.send(sent, List.copyOf(entries));
        sent += entries.size();
        entries.clear();
    }

    /** Whether more than one frame was needed so far. */
    boolean isSplit() {
        return sent > 0;
    }

    public void finish() throws IOException {
        send(true);
    }
}
