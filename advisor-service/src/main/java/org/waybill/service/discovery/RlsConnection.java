package org.waybill.service.discovery;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A connection to a Replica Location Service without authentication: calls of a method by name, all words ended by a
 * zero byte, numbers in decimal. An answer begins with a status, 0 or an error with a text; a list ends with an empty
 * word, or with the byte 1 if there is more of it. Blocking; an interrupt ends it.
 */
final class RlsConnection implements AutoCloseable {
    static final int PORT = 39281;
    static final int OK = 0;
    /** A method of an index at a catalogue, or the reverse. */
    static final int WRONG_SERVER = 9;

    static final int NO_SUCH_NAME = 12;

    private static final int CONNECT_MILLIS = 5_000;
    private static final int MOST_BYTES = 8 << 20;
    private static final int LONGEST_WORD = 8_000;
    private static final String MORE = "\u0001";

    private final long deadlineNanos;
    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 14];
    private int filled;
    private int position;
    private int bytes;
    private String error = "";

    /** Two words of a list. */
    record Pair(String name, String value) {}

    /**
     * @param error what the server says to the status; empty if that is 0
     * @param more whether the server has more than were asked for
     */
    record Pairs(int status, String error, List<Pair> pairs, boolean more) {}

    RlsConnection(String host, int port, long deadlineNanos) throws IOException {
        this.deadlineNanos = deadlineNanos;
        try {
            socket.connect(new InetSocketAddress(host, port), Math.min(CONNECT_MILLIS, remainingMillis()));
            in = socket.getInputStream();
            out = socket.getOutputStream();
            int status = number();
            if (status != OK) {
                throw new InvalidCatalogueAnswerException("it refuses the connection with error " + status);
            }
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private int remainingMillis() throws SocketTimeoutException {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        if (millis < 1) {
            throw new SocketTimeoutException();
        }
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    /** The pairs of a list that a method returns for a name or a pattern. */
    Pairs pairs(String method, String name, int most) throws IOException {
        int status = call(List.of(method, name, "0", Integer.toString(most)));
        List<Pair> pairs = new ArrayList<>();
        if (status != OK) {
            return new Pairs(status, error, pairs, false);
        }
        while (true) {
            String first = word();
            if (first.isEmpty() || first.equals(MORE)) {
                return new Pairs(status, "", pairs, first.equals(MORE));
            }
            pairs.add(new Pair(first, word()));
        }
    }

    /** The values that an attribute of logical names has; those without it are left out. */
    List<Pair> attributes(String attribute, List<String> names) throws IOException {
        List<String> words = new ArrayList<>(List.of("lrc_attr_value_get_bulk", attribute, "0"));
        words.addAll(names);
        words.add("");
        List<Pair> values = new ArrayList<>();
        if (call(words) != OK) {
            return values; // the catalogue has no such attribute
        }
        for (String status = word(); !status.isEmpty(); status = word()) {
            String name = word();
            word(); // the attribute again
            if (number(status) == OK) {
                word(); // the value's type
                values.add(new Pair(name, word()));
            }
        }
        return values;
    }

    private int call(List<String> words) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (String word : words) {
            message.writeBytes(word.getBytes(StandardCharsets.UTF_8));
            message.write(0);
        }
        out.write(message.toByteArray());
        int status = number();
        if (status != OK) {
            error = word();
        }
        return status;
    }

    private int number() throws IOException {
        return number(word());
    }

    private static int number(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new InvalidCatalogueAnswerException("its answer is not that of a Replica Location Service");
        }
        return Integer.parseInt(text);
    }

    private String word() throws IOException {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        for (int next = next(); next != 0; next = next()) {
            word.write(next);
            if (word.size() > LONGEST_WORD) {
                throw new InvalidCatalogueAnswerException(
                        "its answer has a name of more than " + LONGEST_WORD + " bytes");
            }
        }
        return word.toString(StandardCharsets.UTF_8);
    }

    private int next() throws IOException {
        if (position == filled) {
            socket.setSoTimeout(remainingMillis());
            filled = in.read(buffer);
            position = 0;
            if (filled < 0) {
                throw new EOFException();
            }
            bytes += filled;
            if (bytes > MOST_BYTES) {
                throw new InvalidCatalogueAnswerException("its answer is larger than " + MOST_BYTES + " bytes");
            }
        }
        return Byte.toUnsignedInt(buffer[position++]);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
