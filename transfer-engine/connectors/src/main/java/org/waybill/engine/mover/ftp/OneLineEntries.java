package org.waybill.engine.mover.ftp;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import org.apache.commons.net.ftp.FTPClientConfig;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPFileEntryParser;
import org.apache.commons.net.ftp.parser.DefaultFTPFileEntryParserFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of a LIST whose name has one of Unicode's line ends in it: Commons Net's patterns stop there and take
 * the line for none. In FTP only CR LF ends a line.
 */
record OneLineEntries(FTPFileEntryParser parser) implements FTPFileEntryParser {
    private static final String LINE_ENDS = "\u0085\u2028\u2029";
    /** Never characters of a text (Unicode, section 23.7). */
    private static final String STAND_INS = "\ufdd0\ufdd1\ufdd2";

    /** The usual parsers, each with this before it. */
    static final class Factory extends DefaultFTPFileEntryParserFactory {
        @Override
        public FTPFileEntryParser createFileEntryParser(String key) {
            return new OneLineEntries(super.createFileEntryParser(key));
        }

        @Override
        public FTPFileEntryParser createFileEntryParser(FTPClientConfig config) {
            return new OneLineEntries(super.createFileEntryParser(config));
        }
    }

    @Override
    public @Nullable FTPFile parseFTPEntry(String line) {
        boolean altered = line.chars().anyMatch(c -> LINE_ENDS.indexOf(c) >= 0)
                && line.chars().noneMatch(c -> STAND_INS.indexOf(c) >= 0);
        FTPFile file = parser.parseFTPEntry(altered ? exchanged(line, LINE_ENDS, STAND_INS) : line);
        if (altered && file != null && file.getName() != null) {
            file.setName(exchanged(file.getName(), STAND_INS, LINE_ENDS));
        }
        return file;
    }

    private static String exchanged(String text, String these, String forThose) {
        String changed = text;
        for (int i = 0; i < these.length(); i++) {
            changed = changed.replace(these.charAt(i), forThose.charAt(i));
        }
        return changed;
    }

    @Override
    public List<String> preParse(List<String> lines) {
        return parser.preParse(lines);
    }

    @Override
    public @Nullable String readNextEntry(BufferedReader reader) throws IOException {
        return parser.readNextEntry(reader);
    }
}
