package org.waybill.engine.gridftp;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;

/**
 * Lines of a control channel: ended by LF, with or without CR; bounded; Telnet commands before a line left out (RFC 959,
 * section 5.3). Inside a line a byte 255 is one of its own: without it, a name would be that of another file.
 */
public final class LineReader {
    /** A nested path of four hops with 255-byte names fits; nothing legitimate is longer, but security tokens are. */
    public static final int MOST_BYTES = 64 * 1024;

    private static final int TELNET_IAC = 255;

    private final InputStream in;
    private final byte[] buffer = new byte[MOST_BYTES];

    public LineReader(InputStream in) {
        this.in = in;
    }

    /** As {@link #nextBytes}, as text: with U+FFFD for what is not UTF-8. */
    public @Nullable String next() throws IOException {
        byte[] line = nextBytes();
        return line == null ? null : new String(line, StandardCharsets.UTF_8);
    }

    /** The next line without its end, null when the peer has closed; a longer line is an error. */
    public byte @Nullable [] nextBytes() throws IOException {
        int length = 0;
        while (true) {
            int b = in.read();
            if (b < 0) {
                if (length > 0) {
                    throw new EOFException("the control connection ended inside a line");
                }
                return null;
            }
            if (b == '\n') {
                int end = length > 0 && buffer[length - 1] == '\r' ? length - 1 : length;
                return Arrays.copyOf(buffer, end);
            }
            if (b == TELNET_IAC && length == 0) {
                skipTelnetCommand();
            } else if (length == MOST_BYTES) {
                throw new PeerLimits.Exceeded("a line is longer than " + MOST_BYTES + " bytes");
            } else {
                buffer[length++] = (byte) b;
            }
        }
    }

    /** IAC IP and IAC DM announce ABOR. */
    private void skipTelnetCommand() throws IOException {
        int command = in.read();
        if (command >= 251 && command <= 254) {
            in.read();
        }
    }
}
