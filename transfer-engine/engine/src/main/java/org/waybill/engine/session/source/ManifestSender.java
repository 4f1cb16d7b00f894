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
    private final List<Message.Entry> entries = new ArrayList<>();
    private boolean split;

    public ManifestSender(PeerLink link) {
        this.link = link;
    }

    public void add(TreeEntry entry) throws IOException {
        if (entries.size() >= BATCH) {
            link.send(new Message.Manifest(false, List.copyOf(entries)));
            entries.clear();
            split = true;
        }
        entries.add(new Message.Entry(
                entry.path(),
                entry.directory() ? Message.Kind.DIRECTORY : Message.Kind.FILE,
                entry.sizeBytes(),
                entry.modifiedNanos(),
                entry.permissions()));
    }

    /** Whether more than one frame was needed so far. */
    boolean isSplit() {
        return split;
    }

    public void finish() throws IOException {
        link.send(new Message.Manifest(true, List.copyOf(entries)));
        entries.clear();
    }
}
