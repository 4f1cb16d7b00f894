package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPReply;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.UndecodedNames;

/** Asks a server what there is: by MLST and MLSD (RFC 3659) where it has them, else by SIZE, MDTM, CWD and LIST. */
final class FtpListing {
    private final FTPClient client;
    private final FtpFeatures features;

    FtpListing(FTPClient client, FtpFeatures features) {
        this.client = client;
        this.features = features;
    }

    Optional<Entry> stat(String path) throws IOException {
        if (features.machineListings()) {
            FTPFile file = client.mlistFile(path);
            if (file != null) {
                return Optional.of(entry(path, file, true));
            }
            if (client.getReplyCode() == FTPReply.FILE_UNAVAILABLE) {
                return Optional.empty();
            }
        }
        String size = client.getSize(path);
        if (size != null) {
            Instant modified = client.mdtmInstant(path);
            return Optional.of(new Entry(path, Entry.Kind.FILE, Long.parseLong(size.strip()), modified, -1, null,
                    true));
        }
        return client.changeWorkingDirectory(path) ? Optional.of(Entry.directory(path)) : Optional.empty();
    }

    List<Entry> list(String directory) throws IOException, TransferException {
        require(client.changeWorkingDirectory(directory));
        FTPFile[] files;
        if (features.machineListings()) {
            files = client.mlistDir();
        } else {
            // names with a dot in front too; given after CWD, so that no name is ever taken for an option
            client.setListHiddenFiles(features.unixListings());
            files = client.listFiles();
        }
        require(FTPReply.isPositiveCompletion(client.getReplyCode()));
        List<Entry> entries = new ArrayList<>();
        for (@Nullable FTPFile file : files) {
            if (file == null || !file.isValid()) {
                entries.add(Entry.unnameable(directory, file == null ? "" : String.valueOf(file.getRawListing())));
                continue;
            }
            String name = file.getName();
            if (!name.equals(".") && !name.equals("..")) {
                entries.add(entry(StorePath.checkedChild(directory, name), file, features.machineListings()));
            }
        }
        return UndecodedNames.judge(entries, this::stat);
    }

    private void require(boolean success) throws FtpReplyException {
        if (!success) {
            throw FtpReplyException.last(client);
        }
    }

    private static Entry entry(String path, FTPFile file, boolean exact) {
        Entry.Kind kind = file.isDirectory() ? Entry.Kind.DIRECTORY : file.isFile() ? Entry.Kind.FILE
                : file.isSymbolicLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
        Instant modified = exact ? file.getTimestampInstant() : null;
        return new Entry(path, kind, file.isFile() ? file.getSize() : -1, modified, -1, null, exact);
    }
}
