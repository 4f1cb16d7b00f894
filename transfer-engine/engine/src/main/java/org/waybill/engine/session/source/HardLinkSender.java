package org.waybill.engine.session.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/** Finds which entries are names of one file, and says so before the part of the manifest that lists them. */
final class HardLinkSender implements ManifestSender.Companion {
    private final PeerLink link;
    private final SourceTree tree;
    private final SharedFiles files;
    private final boolean wanted;
    private final Map<String, Name> firsts = new HashMap<>();
    private final List<Message.HardLink> unsaid = new ArrayList<>();

    /**
     * An entry that is a name of a file that has several.
     *
     * @param first the entry of that file that was listed first
     * @param file what all its names have in common
     */
    record Name(int first, TreeEntry listed, String file) {}

    /** @param wanted whether hard links are kept; nothing is looked for where they are not */
    HardLinkSender(PeerLink link, SourceTree tree, SharedFiles files, boolean wanted) {
        this.link = link;
        this.tree = tree;
        this.files = files;
        this.wanted = wanted;
    }

    /** The file of the next entry; empty where that has one name, or is another version by now. */
    Optional<Name> nameOf(int number, TreeEntry entry) throws IOException {
        Optional<String> file = wanted && !entry.directory() ? tree.sharedFile(entry, 2) : Optional.empty();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Name first = firsts.computeIfAbsent(file.get(), key -> new Name(number, entry, key));
        if (!first.listed.version().equals(entry.version()) || first.listed.permissions() != entry.permissions()) {
            return Optional.empty();
        }
        unsaid.add(new Message.HardLink(number, files.nameOf(file.get())));
        return Optional.of(first);
    }

    @Override
    public void send(int first, List<TreeEntry> part) throws IOException {
        List<Message.HardLink> now = unsaid.stream()
                .takeWhile(one -> one.entry() < first + part.size())
                .toList();
        if (!now.isEmpty()) {
            link.send(new Message.HardLinks(now));
            unsaid.subList(0, now.size()).clear();
        }
    }
}
