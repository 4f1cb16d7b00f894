package org.waybill.engine.mover.gridftp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.parser.MLSxEntryParser;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.gridftp.Reading;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.UndecodedNames;

/** What a server says that there is: by MLST and MLSD (RFC 3659), by SIZE and MDTM where it has no MLST. */
final class GridListing {
    private static final int MOST_LISTING_BYTES = 1 << 30;

    private final ServerConnection server;
    private final ServerFiles files;

    GridListing(ServerConnection server, ServerFiles files) {
        this.server = server;
        this.files = files;
    }

    Optional<Entry> stat(String path) throws IOException {
        FtpReply reply = server.call("MLST " + path);
        if (reply.isPositive() && reply.lines().size() > 1) {
            FTPFile file = MLSxEntryParser.parseEntry(reply.lines().get(1).stripLeading());
            return file == null ? Optional.empty() : Optional.of(entry(path, file, kind(file)));
        }
        if (reply.code() == 550 || reply.isMissing()) {
            if (reply.isDenied()) {
                throw new FtpError(reply.code(), reply.text());
            }
            return Optional.empty();
        }
        return bySize(path);
    }

    private Optional<Entry> bySize(String path) throws IOException {
        Optional<ServerFiles.Described> file = files.describe(path);
        if (file.isPresent()) {
            return file.map(it -> new Entry(path, Entry.Kind.FILE, it.bytes(), time(it.modified()), -1, null,
                    true));
        }
        return server.call("CWD " + path).isPositive() ? Optional.of(Entry.directory(path)) : Optional.empty();
    }

    private static @Nullable Instant time(String text) {
        try {
            return FtpTime.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    List<Entry> list(String directory) throws IOException, TransferException, InterruptedException {
        Gathering gathering = new Gathering();
        Reading reading = files.list("MLSD", directory);
        try {
            reading.source().pumpTo(gathering);
        } finally {
            reading.source().close();
        }
        FtpReply last = reading.completion().await(marker -> { });
        if (!last.isPositive()) {
            throw new FtpError(last.code(), last.text());
        }
        List<Entry> entries = new ArrayList<>();
        for (String line : gathering.text().split("\r?\n", -1)) {
            if (!line.isEmpty()) {
                entry(directory, line).ifPresent(entries::add);
            }
        }
        return UndecodedNames.judge(entries, this::stat);
    }

    private static Optional<Entry> entry(String directory, String line) throws TransferException {
        FTPFile file = MLSxEntryParser.parseEntry(line);
        if (file == null || line.indexOf(' ') < 0) {
            return Optional.of(Entry.unnameable(directory, line));
        }
        String facts = line.substring(0, line.indexOf(' ')).toLowerCase(Locale.ROOT);
        String name = line.substring(line.indexOf(' ') + 1);
        if (facts.contains("type=cdir;") || facts.contains("type=pdir;") || name.equals(".") || name.equals("..")) {
            return Optional.empty();
        }
        Entry.Kind kind = facts.contains("unix.slink=") ? Entry.Kind.LINK : kind(file);
        return Optional.of(entry(StorePath.checkedChild(directory, name), file, kind));
    }

    private static Entry.Kind kind(FTPFile file) {
        return file.isDirectory() ? Entry.Kind.DIRECTORY : file.isFile() ? Entry.Kind.FILE
                : file.isSymbolicLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
    }

    private static Entry entry(String path, FTPFile file, Entry.Kind kind) {
        return new Entry(path, kind, kind == Entry.Kind.FILE ? file.getSize() : -1, file.getTimestampInstant(), -1,
                null, true);
    }

    /** The bytes of a listing, which come in order. */
    private static final class Gathering implements DataSink {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(long offset, ByteBuffer block) throws IOException {
            if (bytes.size() + block.remaining() > MOST_LISTING_BYTES) {
                throw new IOException("the listing is longer than " + MOST_LISTING_BYTES + " bytes");
            }
            byte[] copy = new byte[block.remaining()];
            block.get(copy);
            bytes.writeBytes(copy);
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void finish() {
            // nothing to tell anybody
        }

        @Override
        public void close() {
            // memory only
        }
    }
}
