package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.Permissions;

/**
 * Times, permissions and owners of files behind SSH. Some servers keep none of them: those before object stores, such as AWS
 * Transfer Family, refuse to set any (SETSTAT).
 */
final class SftpMetadata implements Metadata {
    private static final int ALL_MODES = 07777;
    /** The group's right to read, and that of all others. */
    private static final int READ_BY_OTHERS = 0044;

    private static final String NO_ATTRIBUTES = "it cannot set attributes";
    private static final Set<Extra> OWNERS = Set.of(Extra.OWNERS);

    private final SftpChannel channel;
    private final StoreProvider.Events events;
    private final String label;
    /** Whether the server has said that it sets no attributes at all. */
    private boolean unsupported;

    SftpMetadata(SftpChannel channel, StoreProvider.Events events, String label) {
        this.channel = channel;
        this.events = events;
        this.label = label;
    }

    /** To a directory that was just made: that the server keeps its own mode is no failure, but said. */
    @Override
    public void narrow(String directory, int permissions) throws TransferException {
        if (permissions < 0 || unsupported) {
            return;
        }
        int mode = channel.ask(directory, at -> at.stat(SftpChannel.quoted(directory)))
                        .getPermissions()
                & ALL_MODES;
        int narrowed = Permissions.narrowed(mode, permissions);
        if (narrowed != mode) {
            SftpATTRS narrower = new SftpATTRS();
            narrower.setPERMISSIONS(narrowed);
            refusal(directory, narrower)
                    .ifPresent(why -> events.tell(
                            Permissions.NOT_KEPT,
                            label + " does not set the modes of directories (" + words(why)
                                    + "): what is closed at the source may be open there"));
        }
    }

    /** Sets attributes of what this transfer has made; the server's refusal, if it refuses. */
    private Optional<SftpException> refusal(String path, SftpATTRS attributes) throws TransferException {
        try {
            channel.open().setStat(SftpChannel.quoted(path), attributes);
            return Optional.empty();
        } catch (SftpException e) {
            if (!SshFailures.isRefusal(e) || e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                throw channel.failure(e, path);
            }
            unsupported = e.id == ChannelSftp.SSH_FX_OP_UNSUPPORTED;
            return Optional.of(e);
        }
    }

    private static String words(SftpException refusal) {
        return refusal.id == ChannelSftp.SSH_FX_OP_UNSUPPORTED
                ? NO_ATTRIBUTES
                : "it refused: " + ServerFailures.text(refusal);
    }

    @Override
    public boolean opensDirectories() {
        return true;
    }

    @Override
    public Optional<Opened> openToOwner(String root, String directory) throws TransferException {
        return letOwnerWrite(root, directory, true)
                ? Optional.of(by -> by.metadata().closeToOwner(root, directory))
                : Optional.empty();
    }

    @Override
    public void closeToOwner(String root, String directory) throws TransferException {
        letOwnerWrite(root, directory, false);
    }

    /**
     * The server's chmod, which it refuses for another user's directory, follows links: a link is refused.
     *
     * @return whether that was to be changed
     */
    private boolean letOwnerWrite(String root, String directory, boolean writes) throws TransferException {
        requireWithin(root, directory);
        SftpATTRS now = itself(directory);
        if (!now.isDir()) {
            throw replaced(directory);
        }
        int mode = now.getPermissions() & ALL_MODES;
        int wanted = Permissions.ownerWrites(mode, writes);
        if (wanted == mode) {
            return false;
        }
        channel.run(directory, at -> at.chmod(wanted, SftpChannel.quoted(directory)));
        return true;
    }

    /** SFTP opens no directories, so this is true when it is asked; the entry itself is looked at later. */
    private void requireWithin(String root, String path) throws TransferException {
        String above = StorePath.parent(path);
        if (!path.equals(root)
                && !above.equals(root)
                && !StorePath.isWithin(channel.realPath(root), channel.realPath(above))) {
            throw StorePath.failure(
                    Reason.UNSAFE, path, " at " + label + " is behind a link that leads out of the destination");
        }
    }

    /** 32 bits without a sign: from 1970 to 2106. */
    @Override
    public boolean canKeep(Instant modified) {
        return modified.getEpochSecond() >>> 32 == 0;
    }

    /** To a file that was just written: that the server refuses is no failure, but said. A directory's refusal is one. */
    @Override
    public void setAttributes(String path, Entry like) throws TransferException {
        if (unsupported) {
            tellIfOpen(path, like, NO_ATTRIBUTES);
            return;
        }
        SftpATTRS attributes = new SftpATTRS();
        if (like.permissions() >= 0) {
            attributes.setPERMISSIONS(like.permissions());
        }
        @Nullable Instant modified = like.modified();
        if (modified != null && canKeep(modified)) {
            int seconds = (int) modified.getEpochSecond();
            attributes.setACMODTIME(seconds, seconds);
        }
        Optional<SftpException> refused = refusal(path, attributes);
        if (refused.isPresent() && like.isDirectory() && !unsupported) {
            throw channel.failure(refused.get(), path);
        }
        if (refused.isPresent()) {
            String why = words(refused.get());
            events.tell("TIME_NOT_KEPT", Metadata.timesNotKept(label, "nor their modes: " + why));
            tellIfOpen(path, like, why);
        }
    }

    /** Whether others may read a file there that is closed to them at its source is asked of such files only. */
    private void tellIfOpen(String path, Entry like, String why) throws TransferException {
        if (!like.isFile() || like.permissions() < 0 || (like.permissions() & READ_BY_OTHERS) == READ_BY_OTHERS) {
            return;
        }
        int mode = READ_BY_OTHERS; // where it is not shown
        try {
            mode = channel.ask(path, at -> at.stat(SftpChannel.quoted(path))).getPermissions() & ALL_MODES;
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
        }
        if ((mode & ~like.permissions() & READ_BY_OTHERS) != 0) {
            events.tell(
                    Permissions.NOT_KEPT,
                    label + " does not set the modes of files (" + why
                            + "): what is closed to others at the source may be open to them there");
        }
    }

    @Override
    public boolean keepsDirectoryTimes() {
        return true;
    }

    @Override
    public boolean hasOtherPermissions(Entry source, Entry there) {
        return there.permissions() != source.permissions();
    }

    /** Some servers keep those of a mount, and report no failure. */
    @Override
    public void givePermissions(String root, Entry there, Entry source) throws TransferException {
        requireWithin(root, there.path());
        if (hasOtherPermissions(source, still(there))) {
            channel.run(there.path(), at -> at.chmod(source.permissions(), SftpChannel.quoted(there.path())));
        }
    }

    private Entry still(Entry file) throws TransferException {
        Entry now = SftpEntries.entry(file.path(), itself(file.path()));
        if (!now.sameVersionAs(file)) {
            throw replaced(file.path());
        }
        return now;
    }

    private static TransferException replaced(String path) {
        return StorePath.failure(Reason.UNSAFE, path, ": another process replaced it");
    }

    private SftpATTRS itself(String path) throws TransferException {
        return channel.ask(path, from -> from.lstat(SftpChannel.quoted(path)));
    }

    @Override
    public Set<Extra> shows() {
        return OWNERS;
    }

    /** Whether this user may give them shows when it is tried. */
    @Override
    public Set<Extra> gives() {
        return OWNERS;
    }

    @Override
    public FileAttributes attributes(String path, Set<Extra> wanted) throws TransferException {
        SftpATTRS now = channel.ask(path, from -> from.stat(SftpChannel.quoted(path)));
        return knowsOwner(now) ? new FileAttributes(now.getUId(), now.getGId(), Map.of()) : FileAttributes.NONE;
    }

    private static boolean knowsOwner(SftpATTRS attributes) {
        return (attributes.getFlags() & SftpATTRS.SSH_FILEXFER_ATTR_UIDGID) != 0;
    }

    @Override
    public Map<Extra, String> giveAttributes(
            String root, Entry there, Entry source, FileAttributes like, Set<Extra> wanted) throws TransferException {
        requireWithin(root, there.path());
        return giveAttributes(there.isFile() ? still(there).path() : there.path(), like, wanted);
    }

    @Override
    public Map<Extra, String> giveAttributes(String path, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        if (like.user() == -1 || !wanted.contains(Extra.OWNERS)) {
            return Map.of();
        }
        SftpATTRS now = itself(path);
        if (knowsOwner(now) && now.getUId() == like.user() && now.getGId() == like.group() || now.isLink()) {
            return Map.of();
        }
        SftpATTRS owner = new SftpATTRS();
        owner.setUIDGID(like.user(), like.group());
        try {
            channel.run(path, to -> to.setStat(SftpChannel.quoted(path), owner));
            return Map.of();
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return Map.of(Extra.OWNERS, String.valueOf(e.getMessage()));
        }
    }
}
