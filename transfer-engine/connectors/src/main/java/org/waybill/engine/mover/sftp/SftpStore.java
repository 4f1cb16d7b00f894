package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpStatVFS;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** Files behind SSH, by one sftp channel, and a shell for hashes where the server grants one. */
public final class SftpStore implements Store {
    /** What replaces bytes that are not UTF-8. */
    private static final char UNDECODED = '\ufffd';

    private static final Set<Feature> FEATURES = Set.of(
            Feature.READ_FROM,
            Feature.WRITE_FROM,
            Feature.RENAME,
            Feature.DIRECTORIES,
            Feature.TIMES,
            Feature.READ_BACK,
            Feature.PROTECTED,
            Feature.LINKS);

    private final SshConnection connection;
    private final StoreProvider.Events events;
    private final Set<Feature> features;
    private final SftpChannel channel;
    private final SftpData data;
    private final SftpMetadata metadata;
    private final SftpEntries entries;
    private final Set<String> knownDirectories = new HashSet<>();
    private final Set<String> unsynced = new HashSet<>();
    /** What was asked about last, and is a directory: it need not be asked about again to be made. */
    private String seenDirectory = "";

    private SftpStore(SshConnection connection, StoreProvider.Events events) throws TransferException {
        this.connection = connection;
        this.events = events;
        this.channel = new SftpChannel(connection);
        this.data = new SftpData(channel, new WriterThread());
        this.metadata = new SftpMetadata(channel, events, connection.label());
        this.entries = new SftpEntries(connection, channel);
        this.features = EnumSet.copyOf(FEATURES);
        if (connection.isOpenSsh()) {
            features.add(Feature.HOLES);
        }
        if (channel.open().getExtension("hardlink@openssh.com") != null) {
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
                (location, events, _) -> new SftpStore(new SshConnection(location, credentials, agentSocket), events));
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
                path.startsWith("/") ? path : StorePath.join(channel.ask(path, ChannelSftp::getHome), path));
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        Optional<Entry> there = entry(path, from -> from.stat(SftpChannel.quoted(path)));
        seenDirectory = there.filter(Entry::isDirectory).isPresent() ? path : "";
        return there;
    }

    @Override
    public Optional<Entry> look(String path) throws TransferException {
        return entry(path, from -> from.lstat(SftpChannel.quoted(path)));
    }

    private Optional<Entry> entry(String path, SftpChannel.Command<SftpATTRS> question) throws TransferException {
        try {
            return Optional.of(SftpEntries.entry(path, question.run(channel.open())));
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw failure(e, path);
        }
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        return ReplacementCharacterNames.judge(entries.list(directory), this::stat);
    }

    @Override
    public String realPath(String path) throws TransferException {
        return channel.realPath(path);
    }

    @Override
    public String readLink(String path) throws TransferException {
        String text = channel.ask(path, from -> from.readlink(SftpChannel.quoted(path)));
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
        channel.run(path, to -> to.symlink(SftpChannel.quoted(text), SftpChannel.quoted(fresh)));
        if (replace) {
            publish(fresh, path);
        }
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        seenDirectory = "";
        try {
            channel.open().rename(SftpChannel.quoted(from), SftpChannel.quoted(to));
        } catch (SftpException e) {
            if (!SshFailures.mayBeInTheWay(e) || stat(to).isEmpty()) {
                throw failure(e, to);
            }
            replace(from, to);
        }
        unsynced.add(StorePath.parent(to));
    }

    /** For servers that do not rename onto a file, as all without posix-rename: the old one steps aside until it is done. */
    private void replace(String from, String to) throws TransferException {
        String aside = PartialName.aside(from);
        channel.run(to, at -> {
            at.rename(SftpChannel.quoted(to), SftpChannel.quoted(aside));
            try {
                at.rename(SftpChannel.quoted(from), SftpChannel.quoted(to));
            } catch (SftpException e) {
                at.rename(SftpChannel.quoted(aside), SftpChannel.quoted(to));
                throw e;
            }
            at.rm(SftpChannel.quoted(aside));
        });
    }

    @Override
    public void link(String from, String to, boolean replace) throws TransferException {
        String fresh = replace ? PartialName.of(to, from) : to;
        if (replace) {
            delete(fresh);
        }
        channel.run(to, at -> at.hardlink(SftpChannel.quoted(from), SftpChannel.quoted(fresh)));
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
    public int names(String path) throws TransferException {
        return entries.names(path);
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        if (path.equals("/") || path.equals(seenDirectory) || knownDirectories.contains(path)) {
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
            channel.open().mkdir(path);
        } catch (SftpException e) {
            // another thread or program may have been quicker
            if (stat(path).filter(Entry::isDirectory).isEmpty()) {
                throw failure(e, path);
            }
        }
    }

    @Override
    public void delete(String path) throws TransferException {
        seenDirectory = "";
        try {
            channel.open().rm(SftpChannel.quoted(path));
        } catch (SftpException e) {
            if (e.id != ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                throw failure(e, path);
            }
        }
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        seenDirectory = "";
        try {
            channel.open().rmdir(SftpChannel.quoted(path));
        } catch (SftpException e) {
            throw SshFailures.isUnexplained(e) && !list(path).isEmpty()
                    ? RenameErrors.notEmpty(path)
                    : failure(e, path);
        }
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        connection.shells().prepareMeanwhile();
        return data.read(path, offset);
    }

    @Override
    public void write(String path, long offset, InputStream content, long length)
            throws IOException, TransferException {
        connection.shells().prepareMeanwhile();
        data.write(path, offset, content);
    }

    @Override
    public void writeSparse(String path, long offset, InputStream content, long length)
            throws IOException, TransferException {
        connection.shells().prepareMeanwhile();
        data.writeSparse(path, offset, content);
    }

    @Override
    public Metadata metadata() {
        return metadata;
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
                SftpStatVFS space = channel.open().statVFS(SftpChannel.quoted(at));
                return SftpChannel.freeBytes(space);
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
            long id = channel.open().statVFS(SftpChannel.quoted(path)).getFileSystemID();
            return id == 0 ? Optional.empty() : Optional.of(Long.toHexString(id));
        } catch (SftpException _) {
            return Optional.empty();
        }
    }

    @Override
    public Store another() throws TransferException, InterruptedException {
        connection.shells().prepare();
        return new SftpStore(connection, events);
    }

    @Override
    public Store renewed() throws TransferException {
        channel.renew();
        return this;
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return channel.failure(cause, path);
    }

    @Override
    public void close() {
        channel.close();
        data.close();
    }
}
