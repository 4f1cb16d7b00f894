package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/** What directories behind SSH hold. */
record SftpEntries(SshConnection connection, SftpChannel channel) {
    static final int ALL_PERMISSIONS = 0777;
    /** The types of POSIX in a mode. */
    private static final int TYPE = 0170000;

    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int LINK = 0120000;

    /** A directory's entries: the first ones of a connection by JSch, many by a channel that asks for more at once. */
    List<Entry> list(String directory) throws TransferException {
        return list(directory, connection.listings().fewNames());
    }

    /** @param fewNames those of a directory with more are asked for again by the other channel */
    private List<Entry> list(String directory, int fewNames) throws TransferException {
        SftpListings listings = connection.listings();
        Optional<List<SftpListings.Listed>> listed = listings.of(directory, limits(directory));
        List<Entry> entries = new ArrayList<>();
        if (listed.isPresent()) {
            for (SftpListings.Listed each : listed.get()) {
                if (isChild(each.name())) {
                    entries.add(entry(StorePath.checkedChild(directory, each.name()), each));
                }
            }
            return entries;
        }
        list(directory, each -> {
            if (isChild(each.getFilename())) {
                entries.add(entry(StorePath.checkedChild(directory, each.getFilename()), each.getAttrs()));
            }
            return entries.size() < fewNames;
        });
        if (entries.size() < fewNames) {
            return entries;
        }
        listings.sawMany();
        return list(directory, Integer.MAX_VALUE);
    }

    private static boolean isChild(String name) {
        return !name.equals(".") && !name.equals("..");
    }

    /** OpenSSH's servers write it where {@code ls -l} does, in the line that is for people; others may write anything. */
    int names(String path) throws TransferException {
        AtomicInteger names = new AtomicInteger();
        list(path, listed -> {
            String[] words = listed.getLongname().split(" +", 3);
            if (!listed.getFilename().equals(StorePath.name(path))) {
                return true;
            }
            names.set(words.length == 3 && words[1].matches("\\d{1,9}") ? Integer.parseInt(words[1]) : 0);
            return false;
        });
        return names.get();
    }

    /** Takes what a listing has, until it wants no more. */
    @FunctionalInterface
    private interface Listed {
        boolean take(ChannelSftp.LsEntry entry) throws TransferException;
    }

    /** @param path a directory, or what is to be found in the listing of the one that it is in */
    private void list(String path, Listed taker) throws TransferException {
        PeerLimits limits = limits(path);
        AtomicReference<@Nullable TransferException> ended = new AtomicReference<>();
        channel.run(
                path,
                from -> from.ls(SftpChannel.quoted(path), listed -> {
                    try {
                        limits.take(path.length() + listed.getFilename().length());
                        return taker.take(listed)
                                ? ChannelSftp.LsEntrySelector.CONTINUE
                                : ChannelSftp.LsEntrySelector.BREAK;
                    } catch (TransferException e) {
                        ended.set(e);
                        return ChannelSftp.LsEntrySelector.BREAK;
                    }
                }));
        @Nullable TransferException early = ended.get();
        if (early != null) {
            throw early;
        }
    }

    private PeerLimits limits(String directory) {
        return PeerLimits.listing("the listing of " + StorePath.shown(directory) + " at " + connection.label());
    }

    static Entry entry(String path, SftpATTRS attributes) {
        int flags = attributes.getFlags();
        boolean typed = (flags & SftpATTRS.SSH_FILEXFER_ATTR_PERMISSIONS) != 0;
        boolean timed = (flags & SftpATTRS.SSH_FILEXFER_ATTR_ACMODTIME) != 0;
        return entry(
                path,
                new SftpListings.Listed(
                        StorePath.name(path),
                        typed ? attributes.getPermissions() : 0,
                        attributes.getSize(),
                        timed ? Integer.toUnsignedLong(attributes.getMTime()) : -1));
    }

    private static Entry entry(String path, SftpListings.Listed listed) {
        Entry.Kind kind =
                switch (listed.mode() & TYPE) {
                    case REGULAR -> Entry.Kind.FILE;
                    case DIRECTORY -> Entry.Kind.DIRECTORY;
                    case LINK -> Entry.Kind.LINK;
                    default -> Entry.Kind.SPECIAL;
                };
        return new Entry(
                path,
                kind,
                kind == Entry.Kind.FILE ? listed.sizeBytes() : -1,
                listed.modifiedSeconds() >= 0 ? Instant.ofEpochSecond(listed.modifiedSeconds()) : null,
                listed.mode() & ALL_PERMISSIONS,
                null,
                true);
    }
}
