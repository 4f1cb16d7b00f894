package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpStatVFS;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.ZeroRuns;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.Permissions;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** Files behind SSH: one sftp channel, and a shell for hashes where the server grants one. */
public final class SftpStore implements Store {
    private static final int ALL_PERMISSIONS = 0777;
    private static final int ALL_MODES = 07777;
    /** A file system with less room than this for the next blocks is full. */
    private static final long FULL_BYTES = 256 << 10;

    private static final long READ_ONLY_FLAG = 1;
    /** What replaces bytes that are not UTF-8. */
    private static final char UNDECODED = '\ufffd';

    /** A hole costs four round trips; shorter runs of zeros are written. */
    private static final long LEAST_HOLE_BYTES = 1 << 20;

    private static final Set<Feature> FEATURES = Set.of(
            Feature.READ_FROM,
            Feature.WRITE_FROM,
            Feature.RENAME,
            Feature.DIRECTORIES,
            Feature.TIMES,
            Feature.READ_BACK,
            Feature.PROTECTED,
            Feature.LINKS);

    private static final Set<Extra> OWNERS = Set.of(Extra.OWNERS);

    private final SshConnection connection;
    private final Set<Feature> features;
    private volatile ChannelSftp channel;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<String> knownDirectories = new HashSet<>();
    private final Set<String> unsynced = new HashSet<>();
    /** Whether answers to an older question may still come: JSch loses count where a stream is not read to its end. */
    private boolean outOfStep;

    private SftpStore(SshConnection connection) throws TransferException {
        this.connection = connection;
        this.channel = connection.openSftp();
        this.features = EnumSet.copyOf(FEATURES);
        if (connection.isOpenSsh()) {
            features.add(Feature.HOLES);
        }
        if (channel.getExtension("hardlink@openssh.com") != null) {
            features.add(Feature.HARD_LINKS);
        }
    }

    /**
     * Opens stores for the schemes {@code sftp} and {@code scp}.
     *
     * @param agentSocket where ssh-agent listens, if one runs
     */
    public static StoreProvider provider(Credentials credentials, @Nullable Path agentSocket) {
        return new StoreProvider(
                Set.copyOf(Protocols.schemes(Transport.SFTP)),
                (location, _, _) -> new SftpStore(new SshConnection(location, credentials, agentSocket)));
    }

    @Override
    public String label() {
        return connection.label();
    }

    @Override
    public Set<Feature> features() {
        return features;
    }

    @Override
    public String resolve(String path) throws TransferException {
        return StorePath.withoutTrailingSlash(
                path.startsWith("/") ? path : StorePath.join(ask(path, ChannelSftp::getHome), path));
    }

    @FunctionalInterface
    private interface Command<T> {
        T run(ChannelSftp channel) throws SftpException, TransferException;
    }

    /** Asks the server; what it refuses concerns {@code path}. */
    private <T> T ask(String path, Command<T> command) throws TransferException {
        try {
            return command.run(channel);
        } catch (SftpException e) {
            throw failure(e, path);
        }
    }

    @FunctionalInterface
    private interface Action {
        void run(ChannelSftp channel) throws SftpException;
    }

    private void run(String path, Action action) throws TransferException {
        ask(path, to -> {
            action.run(to);
            return true;
        });
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        return entry(path, from -> from.stat(quoted(path)));
    }

    @Override
    public Optional<Entry> look(String path) throws TransferException {
        return entry(path, from -> from.lstat(quoted(path)));
    }

    private Optional<Entry> entry(String path, Command<SftpATTRS> question) throws TransferException {
        try {
            return Optional.of(entry(path, question.run(channel)));
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw failure(e, path);
        }
    }

    private static Entry entry(String path, SftpATTRS attributes) {
        boolean file = attributes.isReg();
        boolean timed = (attributes.getFlags() & SftpATTRS.SSH_FILEXFER_ATTR_ACMODTIME) != 0;
        Entry.Kind kind = file
                ? Entry.Kind.FILE
                : attributes.isDir()
                        ? Entry.Kind.DIRECTORY
                        : attributes.isLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
        return new Entry(
                path,
                kind,
                file ? attributes.getSize() : -1,
                timed ? Instant.ofEpochSecond(Integer.toUnsignedLong(attributes.getMTime())) : null,
                attributes.getPermissions() & ALL_PERMISSIONS,
                null,
                true);
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        PeerLimits limits = PeerLimits.listing("the listing of " + StorePath.shown(directory) + " at " + label());
        List<Entry> entries = new ArrayList<>();
        AtomicReference<@Nullable TransferException> ended = new AtomicReference<>();
        run(
                directory,
                from -> from.ls(quoted(directory), listed -> {
                    try {
                        String name = listed.getFilename();
                        if (!name.equals(".") && !name.equals("..")) {
                            limits.take(directory.length() + name.length());
                            entries.add(entry(StorePath.checkedChild(directory, name), listed.getAttrs()));
                        }
                        return ChannelSftp.LsEntrySelector.CONTINUE;
                    } catch (TransferException e) {
                        ended.set(e);
                        return ChannelSftp.LsEntrySelector.BREAK;
                    }
                }));
        @Nullable TransferException early = ended.get();
        if (early != null) {
            throw early;
        }
        return ReplacementCharacterNames.judge(entries, this::stat);
    }

    @Override
    public String realPath(String path) throws TransferException {
        return ask(path, from -> from.realpath(path));
    }

    @Override
    public String readLink(String path) throws TransferException {
        String text = ask(path, from -> from.readlink(quoted(path)));
        if (text.indexOf(UNDECODED) >= 0) {
            throw Store.linkNotUtf8(path);
        }
        return text;
    }

    @Override
    public void createLink(String path, String text, @Nullable Instant modified, boolean replace)
            throws TransferException {
        if (text.isEmpty()) {
            throw StorePath.badInput(path, ": a link cannot lead to nothing");
        }
        String fresh = replace ? PartialName.of(path, text) : path;
        if (replace) {
            delete(fresh);
        }
        run(path, to -> to.symlink(quoted(text), quoted(fresh)));
        if (replace) {
            publish(fresh, path);
        }
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        outOfStep = true;
        return ask(path, from -> from.get(quoted(path), null, offset));
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        OutputStream out = opened(path, offset);
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                out.write(block, 0, n);
            }
            out.close();
        } catch (Throwable e) {
            // JSch does not count a refused write as answered: closing the stream could wait for ever
            channel.disconnect();
            throw e;
        }
    }

    /** OpenSSH's server writes behind the end of a file where it is told to. */
    @Override
    public void writeSparse(String path, long offset, InputStream data, long length)
            throws IOException, TransferException {
        OutputStream out = opened(path, offset);
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            long zeros = 0;
            long end = offset;
            for (int n = data.readNBytes(block, 0, block.length); n > 0; n = data.readNBytes(block, 0, block.length)) {
                end += n;
                if (ZeroRuns.isZero(block, 0, n)) {
                    zeros += n;
                    continue;
                }
                if (zeros >= LEAST_HOLE_BYTES) {
                    out.close();
                    out = behind(path, zeros);
                } else if (zeros > 0) {
                    out.write(new byte[(int) zeros]);
                }
                zeros = 0;
                out.write(block, 0, n);
            }
            out.close();
            if (zeros > 0) {
                resize(path, end);
            }
        } catch (Throwable e) {
            channel.disconnect(); // as above
            throw e;
        }
    }

    /** Writes on, so many bytes behind the end of a file. */
    private OutputStream behind(String path, long bytes) throws TransferException {
        return ask(path, to -> to.put(quoted(path), null, ChannelSftp.RESUME, bytes));
    }

    private void resize(String path, long bytes) throws TransferException {
        SftpATTRS size = new SftpATTRS();
        size.setSIZE(bytes);
        run(path, to -> to.setStat(quoted(path), size));
    }

    private OutputStream opened(String path, long offset) throws TransferException {
        if (offset > 0) {
            resize(path, offset);
        }
        return ask(path, to -> to.put(quoted(path), offset == 0 ? ChannelSftp.OVERWRITE : ChannelSftp.RESUME));
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        try {
            channel.rename(quoted(from), quoted(to));
        } catch (SftpException e) {
            if (!SshFailures.isUnexplained(e) || stat(to).isEmpty()) {
                throw failure(e, to);
            }
            replace(from, to);
        }
        unsynced.add(StorePath.parent(to));
    }

    /** For servers without posix-rename, which do not rename onto a file: the old one steps aside until it is done. */
    private void replace(String from, String to) throws TransferException {
        String aside = PartialName.aside(from);
        run(to, at -> {
            at.rename(quoted(to), quoted(aside));
            try {
                at.rename(quoted(from), quoted(to));
            } catch (SftpException e) {
                at.rename(quoted(aside), quoted(to));
                throw e;
            }
            at.rm(quoted(aside));
        });
    }

    @Override
    public void link(String from, String to, boolean replace) throws TransferException {
        String fresh = replace ? PartialName.of(to, from) : to;
        if (replace) {
            delete(fresh);
        }
        run(to, at -> at.hardlink(quoted(from), quoted(fresh)));
        if (replace) {
            try {
                publish(fresh, to);
            } catch (TransferException e) {
                delete(fresh);
                throw e;
            }
        }
        unsynced.add(StorePath.parent(to));
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        if (path.equals("/") || knownDirectories.contains(path)) {
            return;
        }
        Optional<Entry> there = stat(path);
        if (there.isEmpty()) {
            createDirectories(StorePath.parent(path));
            makeDirectory(path);
        }
        knownDirectories.add(path);
    }

    private void makeDirectory(String path) throws TransferException {
        try {
            channel.mkdir(path);
        } catch (SftpException e) {
            // another thread or program may have been quicker
            if (stat(path).filter(Entry::isDirectory).isEmpty()) {
                throw failure(e, path);
            }
        }
    }

    @Override
    public void narrow(String directory, int permissions) throws TransferException {
        if (permissions >= 0) {
            run(directory, at -> {
                int mode = at.stat(quoted(directory)).getPermissions() & ALL_MODES;
                int narrowed = Permissions.narrowed(mode, permissions);
                if (narrowed != mode) {
                    at.chmod(narrowed, quoted(directory));
                }
            });
        }
    }

    @Override
    public void delete(String path) throws TransferException {
        try {
            channel.rm(quoted(path));
        } catch (SftpException e) {
            if (e.id != ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                throw failure(e, path);
            }
        }
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        try {
            channel.rmdir(quoted(path));
        } catch (SftpException e) {
            throw SshFailures.isUnexplained(e) && !list(path).isEmpty()
                    ? RenameErrors.notEmpty(path)
                    : failure(e, path);
        }
    }

    /** 32 bits without a sign: from 1970 to 2106. */
    @Override
    public boolean canKeep(Instant modified) {
        return modified.getEpochSecond() >>> 32 == 0;
    }

    @Override
    public void setAttributes(String path, Entry like) throws TransferException {
        SftpATTRS attributes = new SftpATTRS();
        if (like.permissions() >= 0) {
            attributes.setPERMISSIONS(like.permissions());
        }
        @Nullable Instant modified = like.modified();
        if (modified != null && canKeep(modified)) {
            int seconds = (int) modified.getEpochSecond();
            attributes.setACMODTIME(seconds, seconds);
        }
        run(path, at -> at.setStat(quoted(path), attributes));
    }

    @Override
    public Set<Extra> shows() {
        return OWNERS;
    }

    /** Whether this user may give files to other users shows when it is tried. */
    @Override
    public Set<Extra> gives() {
        return OWNERS;
    }

    @Override
    public FileAttributes attributes(String path, Set<Extra> wanted) throws TransferException {
        SftpATTRS now = ask(path, from -> from.stat(quoted(path)));
        return knowsOwner(now) ? new FileAttributes(now.getUId(), now.getGId(), Map.of()) : FileAttributes.NONE;
    }

    private static boolean knowsOwner(SftpATTRS attributes) {
        return (attributes.getFlags() & SftpATTRS.SSH_FILEXFER_ATTR_UIDGID) != 0;
    }

    @Override
    public Map<Extra, String> giveAttributes(String path, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        if (like.user() == -1 || !wanted.contains(Extra.OWNERS)) {
            return Map.of();
        }
        SftpATTRS now = ask(path, from -> from.lstat(quoted(path)));
        if (knowsOwner(now) && now.getUId() == like.user() && now.getGId() == like.group() || now.isLink()) {
            return Map.of();
        }
        SftpATTRS owner = new SftpATTRS();
        owner.setUIDGID(like.user(), like.group());
        try {
            run(path, to -> to.setStat(quoted(path), owner));
            return Map.of();
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return Map.of(Extra.OWNERS, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Map<Extra, String> giveAttributes(String root, String directory, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        return giveAttributes(directory, like, wanted);
    }

    @Override
    public Optional<String> sha256(String path, long length) throws TransferException, InterruptedException {
        try {
            return connection.shells().sha256(path, length);
        } catch (IOException e) {
            throw failure(e, path);
        }
    }

    @Override
    public void flush() throws TransferException, InterruptedException {
        if (!unsynced.isEmpty()) {
            try {
                connection.shells().sync(unsynced);
            } catch (IOException e) {
                throw failure(e, unsynced.iterator().next());
            }
            unsynced.clear();
        }
    }

    @Override
    public OptionalLong freeBytes(String directory) {
        String at = directory;
        while (true) {
            try {
                SftpStatVFS space = channel.statVFS(quoted(at));
                return OptionalLong.of(space.getAvailBlocks() * space.getFragmentSize());
            } catch (SftpException e) {
                if (e.id != ChannelSftp.SSH_FX_NO_SUCH_FILE || at.equals("/")) {
                    return OptionalLong.empty();
                }
                at = StorePath.parent(at);
            }
        }
    }

    @Override
    public Optional<String> fileSystem(String path) {
        try {
            long id = channel.statVFS(quoted(path)).getFileSystemID();
            return id == 0 ? Optional.empty() : Optional.of(Long.toHexString(id));
        } catch (SftpException _) {
            return Optional.empty();
        }
    }

    @Override
    public Store another() throws TransferException, InterruptedException {
        connection.shells().prepare();
        return new SftpStore(connection);
    }

    @Override
    public Store renewed() throws TransferException {
        if (outOfStep) {
            channel.disconnect();
        }
        openAgain();
        return this;
    }

    /** In the place of a channel that has ended; the others of this connection may have all that the server grants. */
    private void openAgain() throws TransferException {
        if (!channel.isConnected() && !closed.get()) {
            channel = connection.reopenSftp();
            outOfStep = false;
            if (closed.get()) {
                channel.disconnect();
            }
        }
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        outOfStep |= !(cause instanceof SftpException status) || status.getCause() != null;
        SshFailures.Condition condition =
                SshFailures.isUnexplained(cause) ? condition(StorePath.parent(path)) : SshFailures.Condition.FINE;
        return SshFailures.ofOperation(cause, label(), path, condition);
    }

    /** Asked on this channel, or on one in its place where a broken write has ended it. */
    private SshFailures.Condition condition(String directory) {
        try {
            openAgain();
            SftpStatVFS space = channel.statVFS(quoted(directory));
            if ((space.getMountFlag() & READ_ONLY_FLAG) != 0) {
                return SshFailures.Condition.READ_ONLY;
            }
            // some file systems count no files
            boolean noFileMore = space.getINodes() > 0 && space.getAvailINodes() == 0;
            return noFileMore || space.getAvailBlocks() * space.getFragmentSize() < FULL_BYTES
                    ? SshFailures.Condition.FULL
                    : SshFailures.Condition.FINE;
        } catch (SftpException | TransferException _) {
            return SshFailures.Condition.FINE;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            channel.disconnect();
            connection.release();
        }
    }

    /** JSch takes {@code *}, {@code ?} and backslash in most paths for patterns; a backslash before them stops that. */
    private static String quoted(String path) {
        StringBuilder quoted = new StringBuilder(path.length() + 8);
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '*' || c == '?' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        return quoted.toString();
    }
}
