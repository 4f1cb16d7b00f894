package org.waybill.service.discovery;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Replica Location Service on loopback in the protocol of Globus': a catalogue, an index or both, without
 * authentication. Patterns are SQL's; a list that is longer than was asked for ends with the byte 1.
 */
final class RlsServer implements AutoCloseable {
    /** Logical names with their URLs; null if this server is no catalogue. */
    final Map<String, List<String>> copies;

    /** Logical names with the catalogues that have them; null if this server is no index. */
    final Map<String, List<String>> catalogues;

    /** Of a logical name, by {@code ATTRIBUTE NAME}. */
    final Map<String, String> attributes = new TreeMap<>();

    /** The calls that came, words with blanks between them. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    /** As of an index that keeps Bloom filters: it cannot search by patterns. */
    boolean withoutPatterns;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    private RlsServer(boolean catalogue, boolean index) throws IOException {
        copies = catalogue ? new TreeMap<>() : null;
        catalogues = index ? new TreeMap<>() : null;
        Thread.ofVirtual().start(this::serve);
    }

    static RlsServer catalogue() throws IOException {
        return new RlsServer(true, false);
    }

    static RlsServer index() throws IOException {
        return new RlsServer(false, true);
    }

    static RlsServer both() throws IOException {
        return new RlsServer(true, true);
    }

    int port() {
        return listening.getLocalPort();
    }

    String url() {
        return "rlsn://127.0.0.1:" + port();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes("0"));
            while (true) {
                String method = word(in);
                List<String> words = new ArrayList<>(List.of(method));
                if (method.endsWith("_bulk")) {
                    for (String word = word(in); !word.isEmpty(); word = word(in)) {
                        words.add(word);
                    }
                } else {
                    for (int i = 0; i < 3; i++) {
                        words.add(word(in));
                    }
                }
                calls.add(String.join(" ", words));
                out.write(
                        switch (method) {
                            case "lrc_get_pfn", "lrc_get_pfn_wc" -> list(copies, words);
                            case "rli_get_lrc", "rli_get_lrc_wc" ->
                                withoutPatterns && method.endsWith("_wc")
                                        ? bytes("26", "unsupported operation")
                                        : list(catalogues, words);
                            case "lrc_attr_value_get_bulk" -> attributes(words);
                            default -> bytes("8", "bad method: " + method);
                        });
            }
        } catch (EOFException clientIsGone) {
            // as it may
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String word(DataInputStream in) throws IOException {
        StringBuilder word = new StringBuilder();
        for (int next = in.readUnsignedByte(); next != 0; next = in.readUnsignedByte()) {
            word.append((char) next);
        }
        return word.toString();
    }

    private static byte[] bytes(String... words) {
        return (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] list(Map<String, List<String>> all, List<String> words) {
        if (all == null) {
            return bytes("9", "wrong server");
        }
        String pattern = words.get(0).endsWith("_wc") ? expression(words.get(1)) : Pattern.quote(words.get(1));
        int most = Integer.parseInt(words.get(3));
        List<String> answer = new ArrayList<>(List.of("0"));
        List<String> pairs = all.entrySet().stream()
                .filter(entry -> entry.getKey().matches(pattern))
                .flatMap(entry -> entry.getValue().stream().flatMap(url -> Stream.of(entry.getKey(), url)))
                .toList();
        if (pairs.isEmpty()) {
            return bytes("12", "LFN doesn't exist: " + words.get(1));
        }
        answer.addAll(pairs.subList(0, Math.min(pairs.size(), 2 * most)));
        answer.add(pairs.size() > 2 * most ? "\u0001" : "");
        return bytes(answer.toArray(String[]::new));
    }

    private static String expression(String sql) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < sql.length(); i++) {
            char next = sql.charAt(i);
            if (next == '\\') {
                expression.append(Pattern.quote(String.valueOf(sql.charAt(++i))));
            } else if (next == '%') {
                expression.append(".*");
            } else {
                expression.append(next == '_' ? "." : Pattern.quote(String.valueOf(next)));
            }
        }
        return expression.toString();
    }

    private byte[] attributes(List<String> words) {
        String attribute = words.get(1);
        if (attributes.keySet().stream().noneMatch(key -> key.startsWith(attribute + " "))) {
            return bytes("23", "Attribute doesn't exist: " + attribute);
        }
        List<String> answer = new ArrayList<>(List.of("0"));
        for (String name : words.subList(3, words.size())) {
            String value = attributes.get(attribute + " " + name);
            answer.addAll(value == null ? List.of("23", name, attribute) : List.of("0", name, attribute, "3", value));
        }
        answer.add("");
        return bytes(answer.toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
