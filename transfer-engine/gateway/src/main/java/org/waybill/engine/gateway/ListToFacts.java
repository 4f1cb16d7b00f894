package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPFileEntryParser;
import org.apache.commons.net.ftp.parser.DefaultFTPFileEntryParserFactory;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.Printable;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.gridftp.data.LineSink;

/**
 * A listing by LIST, read as MLSD would give it (RFC 3659, section 7): for remote servers that have no MLSD. It gives
 * kinds and sizes. Times are left out, since those of LIST have no zone and mostly no seconds: a client that needs them
 * asks MDTM.
 */
final class ListToFacts implements DataSource {
    private final DataSource listing;
    private final FTPFileEntryParser parser;
    private long leftOut;

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
        lines.finish();
        lines.handOn();
    }

    /** The lines so far with a name that MLSD cannot carry. */
    long leftOut() {
        return leftOut;
    }

    @Override
    public void close() {
        listing.close();
    }

    /** Takes the listing as it comes and hands on what it says; whether all has come, the server reports. */
    private final class Lines extends LineSink {
        private final DataSink facts;
        private final StringBuilder text = new StringBuilder();
        private long handedOn;

        Lines(DataSink facts) {
            this.facts = facts;
        }

        @Override
        protected void line(String line) throws IOException {
            text.append(facts(line));
        }

        @Override
        protected void unreadableLine(String line) {
            leftOut++;
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
            try {
                super.write(offset, bytes);
            } catch (PeerLimits.Exceeded e) {
                throw new FtpError(550, String.valueOf(e.getMessage()));
            }
            handOn();
        }

        private void handOn() throws IOException, InterruptedException {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            if (bytes.length > 0) {
                facts.write(handedOn, ByteBuffer.wrap(bytes));
                handedOn += bytes.length;
            }
        }
    }

    /** One line's entry as MLSD writes it, with its line end; nothing for what is none. */
    private String facts(String line) throws FtpError {
        if (line.isBlank() || line.strip().matches("total \\d+")) {
            return "";
        }
        if (!Printable.fitsOneLine(line)) {
            leftOut++;
            return "";
        }
        FTPFile file = parser.parseFTPEntry(line);
        if (file == null) {
            throw new FtpError(550, "the server has no MLSD, and a line of its LIST cannot be parsed: " + line);
        }
        String name = file.getName();
        return name.equals(".") || name.equals("..") ? "" : Listings.facts(file) + name + "\r\n";
    }
}
