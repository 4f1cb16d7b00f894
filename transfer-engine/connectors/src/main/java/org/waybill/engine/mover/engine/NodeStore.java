package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeSession;
import org.waybill.engine.link.Replies;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/** The files of a node, to look at and to tidy up. What is copied there or from there goes by {@link EngineMover}. */
public final class NodeStore implements Store {
    private static final Set<Feature> FEATURES = Set.of(
            Feature.READ_FROM,
            Feature.RENAME,
            Feature.DIRECTORIES,
            Feature.TIMES,
            Feature.READ_BACK,
            Feature.PROTECTED,
            Feature.HASH_RANGES,
            Feature.LINKS,
            Feature.CONFINED_LINKS);

    private static final int PERMISSIONS = 0777;

    private final NodeSession session;
    private final Set<Feature> features = EnumSet.copyOf(FEATURES);
    private final NodeMetadata metadata;

    private NodeStore(NodeSession session) throws TransferException {
        this.session = session;
        if (session.isSince(Message.HardLinks.SINCE)) {
            features.add(Feature.HARD_LINKS);
        }
        metadata = NodeMetadata.of(session);
    }

    /** @param home whose identity the nodes know */
    public static StoreProvider provider(Path home) {
        return new StoreProvider(
                Set.of(Protocol.WAYBILL.scheme()),
                (location, _, _) -> new NodeStore(NodeSession.open(home, NodeAddress.of(location))));
    }

    @Override
    public String label() {
        return Protocol.WAYBILL.scheme() + "://" + session.node();
    }

    @Override
    public Set<Feature> features() {
        return features;
    }

    /** What a copy between this machine and the node would not keep, with the text that reports it. */
    public Map<Extra, String> lacking(Set<Extra> wanted) throws TransferException {
        Map<Extra, String> lacking = new EnumMap<>(Extra.class);
        for (Extra extra : wanted) {
            if (extra != Extra.HOLES && !session.isSince(Message.Rules.since(extra))) {
                lacking.put(extra, extra.notKeptBy(session.node().toString()));
            }
        }
        return lacking;
    }

    /** A path of a node begins at its data directory. */
    @Override
    public String resolve(String path) {
        return StorePath.withoutTrailingSlash(path.startsWith("/") ? path : "/" + path);
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        session.ask(new Message.StatusRequest(path));
        Message.Status status = session.hear(Message.Status.class, true);
        return switch (status.kind()) {
            case ABSENT -> Optional.empty();
            case FILE -> Optional.of(entry(path, Entry.Kind.FILE, status.sizeBytes(), status.modifiedNanos(), -1));
            case DIRECTORY -> Optional.of(entry(path, Entry.Kind.DIRECTORY, -1, status.modifiedNanos(), -1));
            default -> Optional.of(entry(path, Entry.Kind.SPECIAL, -1, status.modifiedNanos(), -1));
        };
    }

    private static Entry entry(String path, Entry.Kind kind, long sizeBytes, long modifiedNanos, int permissions) {
        return new Entry(
                path, kind, sizeBytes, Instant.EPOCH.plus(modifiedNanos, ChronoUnit.NANOS), permissions, null, true);
    }

    @Override
    public OptionalLong freeBytes(String directory) throws TransferException {
        session.ask(new Message.StatusRequest(directory));
        long free = session.hear(Message.Status.class, true).freeBytes();
        return free < 0 ? OptionalLong.empty() : OptionalLong.of(free);
    }

    @Override
    public Optional<Entry> look(String path) throws TransferException {
        if (!session.isSince(Message.FileRequest.SINCE)) {
            return stat(path);
        }
        ask(new Message.StatRequest(path), "tell links from their targets");
        List<Message.Listed> found = session.hear(Message.Listing.class, true).entries();
        return found.isEmpty() ? Optional.empty() : Optional.of(entry(path, found.getFirst()));
    }

    @Override
    public String readLink(String path) throws TransferException {
        ask(new Message.ReadLink(path), "read links");
        List<Message.Link> links = session.hear(Message.Links.class, true).links();
        if (links.size() != 1) {
            throw new TransferException(
                    Reason.LIMIT, label() + " answered with " + links.size() + " links, expected 1");
        }
        return links.getFirst().target();
    }

    private static Entry entry(String path, Message.Listed listed) {
        Entry.Kind kind =
                switch (listed.kind()) {
                    case Message.Listed.FILE -> Entry.Kind.FILE;
                    case Message.Listed.DIRECTORY -> Entry.Kind.DIRECTORY;
                    case Message.Listed.LINK -> Entry.Kind.LINK;
                    default -> listed.mode() == 0 ? Entry.Kind.UNNAMEABLE : Entry.Kind.SPECIAL;
                };
        long sizeBytes =
                switch (kind) {
                    case FILE -> listed.sizeBytes();
                    case UNNAMEABLE -> listed.sizeBytes() - 1;
                    default -> -1;
                };
        return entry(path, kind, sizeBytes, listed.modifiedNanos(), listed.mode() & PERMISSIONS);
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        PeerLimits limits = PeerLimits.listing("the listing of " + StorePath.shown(directory) + " at " + label());
        List<Entry> entries = new ArrayList<>();
        if (!session.isSince(Message.FileRequest.SINCE)) {
            listOfOldNode(directory, entries, limits);
            return entries;
        }
        ask(new Message.ListDirectory(directory), "list one directory");
        Message.Listing listing;
        do {
            listing = session.hear(Message.Listing.class, false);
            for (Message.Listed listed : listing.entries()) {
                limits.take(directory.length() + listed.name().length());
                entries.add(entry(StorePath.checkedChild(directory, listed.name()), listed));
            }
        } while (!listing.last());
        session.answered();
        return entries;
    }

    /** Older nodes list files and directories alone, the directory itself first. */
    private void listOfOldNode(String directory, List<Entry> entries, PeerLimits limits) throws TransferException {
        session.ask(new Message.ListRequest(directory, false));
        Message.Manifest manifest;
        do {
            manifest = session.hear(Message.Manifest.class, false);
            for (Message.Entry listed : manifest.entries()) {
                limits.take(directory.length() + listed.path().length());
                if (!listed.path().isEmpty()) {
                    boolean file = listed.kind() == Message.Kind.FILE;
                    entries.add(entry(
                            StorePath.checkedChild(directory, listed.path()),
                            file ? Entry.Kind.FILE : Entry.Kind.DIRECTORY,
                            file ? listed.sizeBytes() : -1,
                            listed.modifiedNanos(),
                            listed.permissions()));
                }
            }
        } while (!manifest.last());
        session.answered();
    }

    private void ask(Message.FileRequest request, String doing) throws TransferException {
        if (!session.isSince(Message.FileRequest.SINCE)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    label() + " runs an older Waybill, which cannot " + doing + "; have its operator update it");
        }
        session.ask(request);
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        ask(new Message.Read(path, offset), "read single files; copy it to this machine first");
        return new NodeInput(session);
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws TransferException {
        throw new TransferException(
                Reason.BAD_INPUT, label() + " accepts files only from transfers: use 'waybill copy'");
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        rename(from, to, true);
    }

    @Override
    public void rename(String from, String to, boolean replace) throws TransferException {
        ask(new Message.Rename(from, to, replace), "rename");
        session.hear(Message.Done.class, true);
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        ask(new Message.MakeDirectory(path), "create directories");
        session.hear(Message.Done.class, true);
    }

    @Override
    public void delete(String path) throws TransferException {
        try {
            remove(path, false);
        } catch (TransferException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        remove(path, false);
    }

    private Message.Removed remove(String path, boolean tree) throws TransferException {
        ask(new Message.Remove(path, tree), "remove files");
        return session.hear(Message.Removed.class, true);
    }

    /** The node walks: one round trip, and it knows who wrote what and what is written just now. */
    @Override
    public void removeTree(String directory, RemovedTree removed) throws TransferException {
        Message.Removed told = remove(directory, true);
        removed.add(told.files(), told.directories());
        removed.keep(
                told.keptCount(),
                told.kept().stream()
                        .map(kept ->
                                new NotTransferred(kept.path(), kept.reason().name(), kept.why()))
                        .toList());
    }

    @Override
    public Optional<String> sha256(String path, long offset, long length) throws TransferException {
        if (!session.isSince(Message.FileRequest.SINCE)) {
            return Optional.empty();
        }
        session.ask(new Message.Hash(path, offset, length));
        return Optional.of(HexFormat.of()
                .formatHex(session.hear(Message.Hashed.class, true).sha256()));
    }

    @Override
    public Metadata metadata() {
        return metadata;
    }

    /** The node alone knows its own files, and decides on a copy's place. */
    @Override
    public boolean isMarked(String directory) {
        return false;
    }

    @Override
    public Store another() throws TransferException {
        return new NodeStore(session.another());
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return cause instanceof TransferException known
                ? known
                : cause.getCause() instanceof TransferException told
                        ? told
                        : Replies.broken(
                                cause instanceof IOException error ? error : new IOException(cause),
                                session.node().toString());
    }

    @Override
    public void close() {
        session.close();
    }
}
