package org.waybill.engine.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPFileEntryParser;
import org.apache.commons.net.ftp.parser.DefaultFTPFileEntryParserFactory;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/**
 * A listing by LIST, read as MLSD would give it (RFC 3659, section 7): for far servers that have no MLSD. It tells
 * kinds and sizes. Times are left out, since those of LIST have no zone and mostly no seconds: whoever needs them asks
 * MDTM.
 */
final class ListToFacts implements DataSource {
    private static final int LONGEST_LINE_BYTES = 64 << 10;

    private final DataSource listing;
    private final FTPFileEntryParser parser;

    /** @param system what writes the listing, as SYST says; listings are as of Unix unless it says otherwise */
    ListToFacts(DataSource listing, String system) {
        this.listing = listing;
        // not by the server's own words, which the factory would take for the name of a class too
        DefaultFTPFileEntryParserFactory factory = new DefaultFTPFileEntryParserFactory();
        parser = system.toUpperCase(Locale.ROOT).contains("WINDOWS")
                ? factory.createNTFTPEntryParser()
                : factory.createUnixFTPEntryParser();
    }

    @Override
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        Lines lines = new Lines(sink);
        listing.pumpTo(lines);
        lines.end();
    }

    @Override
    public void close() {
        listing.close();
    }

    /** Takes the listing as it comes and hands on what it says. */
    private final class Lines implements DataSink {
        private final DataSink facts;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private long handedOn;

        Lines(DataSink facts) {
            this.facts = facts;
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
            StringBuilder text = new StringBuilder();
            while (bytes.hasRemaining()) {
                byte next = bytes.get();
                if (next == '\n') {
                    text.append(facts(line.toString(StandardCharsets.UTF_8)));
                    line.reset();
                } else if (line.size() == LONGEST_LINE_BYTES) {
                    throw new FtpError(550, "the far server's listing has a line without end");
                } else {
                    line.write(next);
                }
            }
            handOn(text.toString());
        }

        private void handOn(String text) throws IOException, InterruptedException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > 0) {
                facts.write(handedOn, ByteBuffer.wrap(bytes));
                handedOn += bytes.length;
            }
        }

        /** What remains is a line too: whether all has come, the far server says. */
        void end() throws IOException, InterruptedException {
            handOn(facts(line.toString(StandardCharsets.UTF_8)));
        }

        @Override
        public void finish() {
            // the end is for whoever pumps to tell
        }

        @Override
        public void close() {
            // memory only
        }
    }

    /** One line's entry as MLSD writes it, with its line end; nothing for what is none. */
    private String facts(String ended) throws FtpError {
        // no more than the line's end: a name may end with spaces
        String line = ended.endsWith("\r") ? ended.substring(0, ended.length() - 1) : ended;
        if (line.isBlank() || line.strip().matches("total \\d+")) {
            return "";
        }
        FTPFile file = parser.parseFTPEntry(line);
        if (file == null || line.indexOf('\uFFFD') >= 0) {
            throw new FtpError(550, "the far server has no MLSD, and a line of its LIST cannot be read: " + line);
        }
        String name = file.getName();
        return name.equals(".") || name.equals("..") ? "" : Listings.facts(file) + name + "\r\n";
    }
}
