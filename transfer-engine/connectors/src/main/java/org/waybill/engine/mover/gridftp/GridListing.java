package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.CutListing;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.gridftp.LeftOutNames;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.data.LineSink;
import org.waybill.engine.mover.ftp.MachineLine;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.StorePath;

/** What a server says that there is: by MLST and MLSD (RFC 3659), by SIZE and MDTM where it has no MLST. */
record GridListing(ServerConnection server, ServerFiles files) {
    Optional<Entry> stat(String path) throws IOException {
        FtpReply reply = server.call("MLST " + path);
        if (reply.isPositive() && reply.lines().size() > 1) {
            return line(reply).map(line -> line.entry(path));
        }
        if (reply.code() == 550 || reply.isMissing()) {
            if (reply.isDenied()) {
                throw new FtpError(reply.code(), reply.text());
            }
            return Optional.empty();
        }
        return bySize(path);
    }

    private static Optional<MachineLine> line(FtpReply reply) {
        return reply.isPositive() && reply.lines().size() > 1
                ? MachineLine.of(reply.lines().get(1).stripLeading())
                : Optional.empty();
    }

    /** CWD and PWD do not resolve links here. */
    String realPath(String path) throws IOException {
        return MachineLine.realPath(path, at -> line(server.call("MLST " + at)));
    }

    private Optional<Entry> bySize(String path) throws IOException {
        Optional<ServerFiles.FileFacts> file = files.describe(path);
        if (file.isPresent()) {
            return file.map(it -> new Entry(path, Entry.Kind.FILE, it.bytes(), time(it.modified()), -1, null, true));
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
        PeerLimits limits = PeerLimits.listing("the listing of " + StorePath.shown(directory));
        List<String> lines = new ArrayList<>();
        LineSink listed = new LineSink() {
            @Override
            protected void line(String text) throws IOException {
                try {
                    limits.take(directory.length() + text.length());
                } catch (TransferException e) {
                    throw new PeerLimits.Exceeded(e.getMessage());
                }
                lines.add(text);
            }
        };
        FileReader reading = files.list("MLSD", directory);
        try {
            reading.source().pumpTo(listed);
            listed.finish();
        } finally {
            reading.source().close();
        }
        FtpReply complete = reading.completion().await(marker -> {});
        CutListing.refuse(StorePath.shown(directory), complete.text());
        complete.orRefused();
        List<Entry> entries = new ArrayList<>();
        LeftOutNames.in(complete.text()).ifPresent(text -> entries.add(Entry.unnameable(directory, text)));
        for (String line : lines) {
            if (!line.isEmpty()) {
                MachineLine.entry(directory, line).ifPresent(entries::add);
            }
        }
        return ReplacementCharacterNames.judge(entries, this::stat);
    }
}
