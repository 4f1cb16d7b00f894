package org.waybill.engine.mover.ftp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.net.MalformedServerReplyException;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPClientConfig;
import org.apache.commons.net.ftp.FTPCmd;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPFileEntryParser;
import org.apache.commons.net.ftp.FTPReply;
import org.apache.commons.net.ftp.parser.MLSxEntryParser;
import org.apache.commons.net.ftp.parser.ParserInitializationException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.CutListing;
import org.waybill.engine.gridftp.LeftOutNames;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.StorePath;

/** Asks a server what there is: by MLST and MLSD (RFC 3659) where it has them, else by SIZE, MDTM, CWD and LIST. */
record FtpListing(FTPClient client, FtpFeatures features) {
    /** How Unix begins the line of a device, which Commons Net takes for a file. */
    private static final Pattern DEVICE = Pattern.compile("[bc][rwxsStT-]{9}");

    Optional<Entry> stat(String path) throws IOException {
        if (features.machineListings()) {
            Optional<MachineLine> line = line(path);
            if (line.isPresent()) {
                return line.map(told -> told.entry(path));
            }
            if (FTPReply.isPositiveCompletion(client.getReplyCode())) {
                throw new MalformedServerReplyException(client.getReplyString());
            }
            if (client.getReplyCode() == FTPReply.FILE_UNAVAILABLE) {
                return Optional.empty();
            }
        }
        String size = client.getSize(path);
        if (size != null) {
            return Optional.of(new Entry(path, Entry.Kind.FILE, Entry.size(size.strip()), time(path), -1, null, true));
        }
        return client.changeWorkingDirectory(path) ? Optional.of(Entry.directory(path)) : Optional.empty();
    }

    private Optional<MachineLine> line(String path) throws IOException {
        return FTPReply.isPositiveCompletion(client.sendCommand(FTPCmd.MLST, path))
                ? MachineLine.of(client.getReplyStrings()[1].stripLeading())
                : Optional.empty();
    }

    String realPath(String path) throws IOException {
        @Nullable String told = client.changeWorkingDirectory(path) ? client.printWorkingDirectory() : null;
        String real = told == null ? path : told;
        // some do not resolve links there
        return features.machineListings() ? MachineLine.realPath(real, this::line) : real;
    }

    /** Null where the server gives none. */
    private @Nullable Instant time(String path) throws IOException {
        if (!FTPReply.isPositiveCompletion(client.mdtm(path))) {
            return null;
        }
        String said = client.getReplyString();
        @Nullable
        Calendar time = said.length() < 4
                ? null
                : MLSxEntryParser.parseGMTdateTime(said.substring(4).strip());
        return time == null ? null : time.toInstant();
    }

    /** @throws TransferException {@link Reason#LIMIT} for a listing without end, and for one that the server cut off */
    List<Entry> list(String directory) throws IOException, TransferException {
        FtpFailures.require(client, client.changeWorkingDirectory(directory));
        boolean exact = features.machineListings();
        PeerLimits limits = PeerLimits.listing("the listing of " + StorePath.shown(directory));
        FTPFileEntryParser parser = exact ? MLSxEntryParser.getInstance() : listingParser();
        // names with a dot in front too; given after CWD, so that no name is ever taken for an option
        String command = exact ? "MLSD" : features.unixListings() ? "LIST -a" : "LIST";
        List<String> lines = parser.preParse(lines(command, directory, limits));
        List<Entry> entries = new ArrayList<>();
        LeftOutNames.in(client.getReplyString()).ifPresent(text -> entries.add(Entry.unnameable(directory, text)));
        for (String line : lines) {
            if (line.isEmpty()) {
                continue;
            }
            limits.take(directory.length());
            if (exact) {
                MachineLine.entry(directory, line).ifPresent(entries::add);
                continue;
            }
            @Nullable FTPFile file = parsed(parser, line);
            if (file == null
                    || !file.isValid()
                    || Objects.requireNonNullElse(file.getName(), "").isEmpty()) {
                // torn by a line break, perhaps at its beginning
                entries.add(Entry.unnameable(directory, line));
            } else if (!file.getName().equals(".") && !file.getName().equals("..")) {
                entries.add(entry(StorePath.checkedChild(directory, file.getName()), file));
            }
        }
        return ReplacementCharacterNames.judge(entries, this::stat);
    }

    /** For what SYST says, and Unix's for what is unknown. */
    private FTPFileEntryParser listingParser() throws IOException {
        OneLineEntries.Factory parsers = new OneLineEntries.Factory();
        try {
            return parsers.createFileEntryParser(new FTPClientConfig(client.getSystemType()));
        } catch (ParserInitializationException unknown) {
            return parsers.createFileEntryParser(FTPClientConfig.SYST_UNIX);
        }
    }

    private List<String> lines(String command, String directory, PeerLimits limits)
            throws IOException, TransferException {
        @Nullable Socket data = ((Lister) client).startListing(command);
        if (data == null) {
            throw FtpFailures.last(client);
        }
        List<String> lines = new ArrayList<>();
        try (data) {
            InputStream in = new BufferedInputStream(data.getInputStream());
            for (String line = line(in); line != null; line = line(in)) {
                limits.take(line.length());
                lines.add(line);
            }
        }
        boolean complete = client.completePendingCommand();
        CutListing.refuse(StorePath.shown(directory), client.getReplyString());
        FtpFailures.require(client, complete);
        return lines;
    }

    /** Up to LF, with or without CR; null at the end. */
    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = in.read()) {
            if (line.size() >= PeerLimits.ENTRY_BYTES) {
                throw new PeerLimits.Exceeded(
                        "a line of the listing is longer than " + PeerLimits.ENTRY_BYTES + " bytes");
            }
            line.write(c);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Null for a line that is none, which the parsers show differently. */
    private static @Nullable FTPFile parsed(FTPFileEntryParser parser, String line) {
        try {
            return parser.parseFTPEntry(line);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            return null;
        }
    }

    /** A client that hands out a listing as it comes, so that it can be bounded. */
    interface Lister {
        /** The data connection; null when the server refuses. */
        @Nullable
        Socket startListing(String command) throws IOException;
    }

    private static Entry entry(String path, FTPFile file) {
        boolean device = DEVICE.matcher(Objects.requireNonNullElse(file.getRawListing(), ""))
                .lookingAt();
        Entry.Kind kind = device
                ? Entry.Kind.SPECIAL
                : file.isDirectory()
                        ? Entry.Kind.DIRECTORY
                        : file.isFile()
                                ? Entry.Kind.FILE
                                : file.isSymbolicLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
        return new Entry(path, kind, kind == Entry.Kind.FILE ? file.getSize() : -1, null, -1, null, false);
    }
}
