package org.waybill.engine.session.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ErrorText;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.OwnerNames;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.NotKeptAttributes;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/**
 * Sends what entries of the manifest have besides: owners, extended attributes and access control lists. The sink waits
 * for it where any of it is kept. What could not be read is reported before the part that lacks it.
 */
final class AttributeSender implements ManifestSender.Companion {
    private final PeerLink link;
    private final SourceTree tree;
    private final Set<Extra> wanted;
    private final NotKeptAttributes notKept;
    private final OwnerNames owners = new OwnerNames();

    /** @param wanted what is kept; nothing is sent where that is nothing */
    AttributeSender(PeerLink link, SourceTree tree, Set<Extra> wanted, NotKeptAttributes notKept) {
        this.link = link;
        this.tree = tree;
        this.wanted = wanted;
        this.notKept = notKept;
    }

    @Override
    public void send(int first, List<TreeEntry> part) throws IOException {
        if (wanted.isEmpty()) {
            return;
        }
        List<Message.Attributed> some = new ArrayList<>();
        int bytes = 0;
        for (int i = 0; i < part.size(); i++) {
            FileAttributes of = read(part.get(i));
            if (of.equals(FileAttributes.NONE)) {
                continue;
            }
            some.add(new Message.Attributed(first + i, of));
            bytes += of.bytes();
            if (bytes >= Message.Attributes.PART_BYTES) {
                link.send(new Message.Attributes(false, List.copyOf(some)));
                some.clear();
                bytes = 0;
            }
        }
        link.send(new Message.Attributes(true, some));
    }

    private FileAttributes read(TreeEntry entry) throws IOException {
        FileAttributes of = FileAttributes.NONE;
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        try {
            of = tree.attributes(entry, wanted, owners);
            if (!of.isAcceptable()) {
                of = new FileAttributes(of.user(), of.group(), of.userName(), of.groupName(), Map.of());
                wanted.stream()
                        .filter(extra -> extra != Extra.OWNERS)
                        .forEach(extra -> refused.put(
                                extra,
                                "they take more than " + FileAttributes.MOST_BYTES + " bytes, which is the most"));
            }
        } catch (IOException e) {
            // also where its content cannot be read either: else the sink would take it for an entry that has none
            wanted.forEach(extra -> refused.put(extra, why(e)));
        }
        notKept.add(entry.path(), refused);
        return of;
    }

    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "no permission";
            case NoSuchFileException _ -> "no such file";
            case FileSystemException known when known.getReason() != null -> known.getReason();
            default -> ErrorText.of(e);
        };
    }
}
