package org.waybill.engine.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.Message;

/** What a client requests for single files and directories besides transfers (decision 0230). */
final class FileRequests {
    private static final int BATCH = 512;
    /** What changes a file's state all the time is not followed for ever. */
    private static final int MOST_READINGS = 3;

    private final ControlLink link;
    private final DataDirectory data;
    private final FileChanges changes;
    private final Semaphore hashing;

    /** @param writes judges what the client may change */
    FileRequests(ControlLink link, DataDirectory data, WritePolicy writes, Semaphore hashing) {
        this.link = link;
        this.data = data;
        this.changes = new FileChanges(data, writes, this::leftAlone);
        this.hashing = hashing;
    }

    private boolean leftAlone() {
        return link.isClosed();
    }

    /**
     * Answers one request.
     *
     * @throws IOException of the connection
     */
    void answer(Message.FileRequest request) throws TransferException, IOException, InterruptedException {
        switch (request) {
            case Message.StatRequest look -> link.send(look(look.path()));
            case Message.ListDirectory list -> list(list.path());
            case Message.ReadLink of -> link.send(readLink(of.path()));
            case Message.MakeDirectory make -> {
                changes.makeDirectory(make.path());
                link.send(new Message.Done());
            }
            case Message.Remove remove -> link.send(changes.remove(remove.path(), remove.tree()));
            case Message.Rename rename -> {
                changes.rename(rename.path(), rename.to(), rename.replace());
                link.send(new Message.Done());
            }
            case Message.SetTimes times -> {
                changes.setTimes(times);
                link.send(new Message.Done());
            }
            case Message.GiveUp left -> {
                changes.giveUp(left);
                link.send(new Message.Done());
            }
            case Message.Hash hash -> link.send(new Message.Hashed(hash(hash)));
            case Message.Read read -> read(read);
        }
    }

    private Message.Listing look(String path) throws TransferException {
        List<String> names = data.permit().check(Operation.Kind.STATUS, path);
        int depth = names.size();
        try (ConfinedRoot root = data.root();
                Directory at = root.open(names.subList(
                        0, Math.max(depth - 1, data.permit().grant().path().size())))) {
            boolean top = depth == data.permit().grant().path().size();
            FileState state =
                    top ? FileState.of(at.path()) : FileState.of(at.entry(names.getLast()), LinkOption.NOFOLLOW_LINKS);
            return new Message.Listing(true, List.of(listed(depth == 0 ? "/" : names.getLast(), state)));
        } catch (NoSuchFileException _) {
            return new Message.Listing(true, List.of());
        } catch (IOException e) {
            throw StorageErrors.map(e, "looking at", path);
        }
    }

    private Message.Links readLink(String path) throws TransferException {
        List<String> names = data.permit().check(Operation.Kind.STATUS, path);
        int granted = data.permit().grant().path().size();
        if (names.size() <= granted) {
            throw new TransferException(Reason.BAD_INPUT, "\"" + EntryNames.printable(path) + "\" is no symbolic link");
        }
        try (ConfinedRoot root = data.root();
                Directory at = root.open(names.subList(0, names.size() - 1))) {
            return new Message.Links(List.of(
                    new Message.Link(path, at.linkText(names.getLast(), names.subList(granted, names.size())), 0)));
        } catch (NotLinkException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, "\"" + EntryNames.printable(path) + "\" is no symbolic link", e);
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading the link", path);
        }
    }

    private static Message.Listed listed(String name, FileState state) {
        return new Message.Listed(
                name,
                state.mode(),
                state.isRegular() ? state.sizeBytes() : 0,
                state.modified().to(TimeUnit.NANOSECONDS));
    }

    private void list(String path) throws TransferException, IOException {
        List<String> names = data.permit().check(Operation.Kind.LIST, path);
        List<Message.Listed> entries = new ArrayList<>();
        try (ConfinedRoot root = data.root();
                Directory at = StorageErrors.mapped("listing", path, () -> root.open(names));
                DirectoryStream<Path> children =
                        StorageErrors.mapped("listing", path, () -> Files.newDirectoryStream(at.path()))) {
            for (Path child : children) {
                entry(child, path, entries);
                if (entries.size() >= BATCH) {
                    link.send(new Message.Listing(false, List.copyOf(entries)));
                    entries.clear();
                }
            }
        } catch (DirectoryIteratorException e) {
            throw StorageErrors.map(Objects.requireNonNull(e.getCause()), "listing", path);
        }
        link.send(new Message.Listing(true, entries));
    }

    private static void entry(Path child, String path, List<Message.Listed> entries) throws TransferException {
        String name = String.valueOf(child.getFileName());
        try {
            if (EntryNames.isOwn(name)) {
                return;
            }
            // Java keeps a name's bytes, but its text only when they are text
            boolean named = child.resolveSibling(name).equals(child);
            FileState state = FileState.of(child, LinkOption.NOFOLLOW_LINKS);
            entries.add(
                    named
                            ? listed(EntryNames.checked(name), state)
                            : new Message.Listed(
                                    EntryNames.printable(name), 0, state.isRegular() ? state.sizeBytes() + 1 : 0, 0));
        } catch (NoSuchFileException _) {
            // it vanished since it was listed
        } catch (IOException e) {
            throw StorageErrors.map(e, "listing", path);
        }
    }

    private byte[] hash(Message.Hash wanted) throws TransferException, InterruptedException {
        List<String> names = data.permit().check(Operation.Kind.DOWNLOAD, wanted.path());
        while (!hashing.tryAcquire(1, TimeUnit.SECONDS)) {
            requireVisitor();
        }
        try (ConfinedRoot root = data.root();
                Directory file = root.pin(names)) {
            FileState before = regular(file);
            try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
                return hashOfOneContent(file.path(), before, () -> hash(channel, wanted));
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "hashing", wanted.path());
        } finally {
            hashing.release();
        }
    }

    private byte[] hash(FileChannel channel, Message.Hash wanted) throws TransferException, IOException {
        MessageDigest digest = Sha256.start();
        long end = wanted.length() < 0 ? Long.MAX_VALUE : wanted.offset() + wanted.length();
        ByteBuffer block = ByteBuffer.allocate(PartialFile.BLOCK_BYTES);
        long at = wanted.offset();
        for (int n = 0; n >= 0 && at < end; at += Math.max(n, 0)) {
            requireVisitor();
            block.clear().limit((int) Math.min(PartialFile.BLOCK_BYTES, end - at));
            n = channel.read(block, at);
            digest.update(block.flip());
        }
        return digest.digest();
    }

    /** Reads a file from its beginning to its end. */
    @FunctionalInterface
    interface Hashing {
        byte[] run() throws TransferException, IOException;
    }

    /** Hashes again where only size and time stayed: a new hard link or another mode leaves the content as it was. */
    static byte[] hashOfOneContent(Path file, FileState state, Hashing hashing) throws TransferException, IOException {
        FileState before = state;
        byte[] hash = hashing.run();
        for (int readings = 1; true; readings++) {
            FileState now = FileState.of(file);
            boolean same = now.isSameVersion(before);
            if (same && (now.equals(before) || readings == MOST_READINGS)) {
                return hash;
            } else if (!same || !Arrays.equals(hash, hashing.run())) {
                throw new RefusedException(Reason.SOURCE_CHANGED, "it changed while it was hashed");
            }
            before = now;
        }
    }

    private void requireVisitor() throws TransferException {
        if (leftAlone()) {
            throw new TransferException(Reason.CONNECTION_LOST, "the client has gone");
        }
    }

    /** A pipe would wait for its writer, and a device never end. */
    private static FileState regular(Directory file) throws IOException {
        FileState state = FileState.of(file.path());
        if (!state.isRegular()) {
            throw new RefusedException(
                    Reason.BAD_INPUT, state.isDirectory() ? "it is a directory; name a file" : "it is no regular file");
        }
        return state;
    }

    private void read(Message.Read wanted) throws TransferException, IOException {
        List<String> names = data.permit().check(Operation.Kind.DOWNLOAD, wanted.path());
        try (ConfinedRoot root = data.root();
                FileChannel channel = StorageErrors.mapped("reading", wanted.path(), () -> opened(root, names))) {
            ByteBuffer block = ByteBuffer.allocate(PartialFile.BLOCK_BYTES);
            channel.position(wanted.offset());
            while (StorageErrors.mapped("reading", wanted.path(), () -> channel.read(block.clear())) > 0) {
                block.flip();
                link.send(new Message.InlineBlock(Arrays.copyOf(block.array(), block.remaining())));
            }
        }
        link.send(new Message.Done());
    }

    private static FileChannel opened(ConfinedRoot root, List<String> names) throws IOException {
        try (Directory file = root.pin(names)) {
            regular(file);
            return FileChannel.open(file.path(), StandardOpenOption.READ);
        }
    }
}
