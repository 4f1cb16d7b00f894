package org.waybill.engine.mover.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import org.waybill.engine.mover.BlockInput;

/** The body of an answer, however long it says it is (RFC 9112, section 6.3), and nothing after it. */
final class HttpBody extends BlockInput {
    /** How long a server that was asked to close the connection may take before its silence is taken for the end. */
    private static final int END_MILLIS = 500;

    private static final int MOST_LINE_BYTES = 8 << 10;
    private static final int MOST_TRAILER_LINES = 100;
    private static final long UNTIL_CLOSED = Long.MAX_VALUE;

    private final InputStream in;
    private final Runnable hangUp;
    private final Patience patience;
    private final boolean chunked;
    private long leftBytes;
    private boolean firstChunk = true;
    private boolean atEnd;

    /** Sets how long a read may wait, in ms. */
    @FunctionalInterface
    interface Patience {
        void millis(int most) throws IOException;
    }

    private HttpBody(InputStream in, Runnable hangUp, Patience patience, boolean chunked, long lengthBytes) {
        this.in = in;
        this.hangUp = hangUp;
        this.patience = patience;
        this.chunked = chunked;
        this.leftBytes = chunked ? 0 : lengthBytes;
    }

    static HttpBody of(int status, HttpHeaders headers, InputStream in, Runnable hangUp, Patience patience)
            throws IOException {
        List<String> encodings = headers.allValues("Transfer-Encoding");
        List<String> lengths =
                headers.allValues("Content-Length").stream().distinct().toList();
        boolean chunked = !encodings.isEmpty();
        if (chunked && !encodings.getLast().toLowerCase(Locale.ROOT).equals("chunked")) {
            throw new ProtocolException("the answer has a transfer encoding that was not asked for");
        }
        if (lengths.size() > 1 || (chunked && !lengths.isEmpty())) {
            throw new AnnouncedLengthException("the answer announces two lengths");
        }
        if (!lengths.isEmpty() && !lengths.getFirst().matches("\\d{1,18}")) {
            throw new AnnouncedLengthException("malformed Content-Length in the response");
        }
        long length = status == 204 || status == 304
                ? 0
                : lengths.isEmpty() ? UNTIL_CLOSED : Long.parseLong(lengths.getFirst());
        return new HttpBody(in, hangUp, patience, chunked, length);
    }

    /** A line without its end. */
    static String line(InputStream in, int mostBytes) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (line.length() >= mostBytes) {
                throw new ProtocolException("a line of the answer is longer than " + mostBytes + " bytes");
            }
            line.append((char) c);
        }
        int end = line.length();
        return line.substring(0, end > 0 && line.charAt(end - 1) == '\r' ? end - 1 : end);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!atEnd && chunked && leftBytes == 0) {
            leftBytes = nextChunk();
        }
        if (!atEnd && leftBytes == 0) {
            atEnd = true;
            requireNothingMore();
        }
        if (atEnd) {
            return -1;
        }
        int n = in.read(buffer, offset, (int) Math.min(length, leftBytes));
        if (n >= 0) {
            leftBytes -= leftBytes == UNTIL_CLOSED ? 0 : n;
        } else if (leftBytes == UNTIL_CLOSED) {
            atEnd = true;
        } else {
            throw new EOFException("the server closed the connection before the announced end");
        }
        return n;
    }

    /** Bytes of the next chunk; 0 after the last one. */
    private long nextChunk() throws IOException {
        if (!firstChunk && !line(in, MOST_LINE_BYTES).isEmpty()) {
            throw new AnnouncedLengthException("a chunk is longer than it announced");
        }
        firstChunk = false;
        String size = line(in, MOST_LINE_BYTES).split("[; \\t]", 2)[0];
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw new ProtocolException("a chunk of the response has no length");
        }
        long bytes = Long.parseLong(size, 16);
        if (bytes == 0) {
            int lines = 0;
            while (!line(in, MOST_LINE_BYTES).isEmpty()) {
                if (++lines > MOST_TRAILER_LINES) {
                    throw new ProtocolException("the answer's trailer does not end");
                }
            }
        }
        return bytes;
    }

    private void requireNothingMore() throws IOException {
        boolean more;
        try {
            patience.millis(END_MILLIS);
            more = in.read() >= 0;
        } catch (IOException _) {
            // closed without the farewell of TLS, reset, or kept open against our wish: nothing more has come
            more = false;
        }
        if (more) {
            throw new AnnouncedLengthException("the server sent more than it announced");
        }
    }

    @Override
    public void close() {
        atEnd = true;
        hangUp.run();
    }
}
