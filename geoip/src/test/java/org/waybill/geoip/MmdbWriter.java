package org.waybill.geoip;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes small databases by MaxMind DB File Format Specification 2.0, IPv6 tree, 24-bit records. */
final class MmdbWriter {
    private static final int EMPTY = -1;

    private final List<int[]> nodes = new ArrayList<>(List.of(new int[] {EMPTY, EMPTY}));
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    MmdbWriter add(String address, int prefixBits, Map<String, Object> entry) {
        byte[] bytes = InetAddress.ofLiteral(address).getAddress();
        byte[] path = new byte[16];
        System.arraycopy(bytes, 0, path, 16 - bytes.length, bytes.length);
        int depth = prefixBits + 8 * (16 - bytes.length);
        int node = 0;
        for (int bit = 0; bit < depth - 1; bit++) {
            int side = side(path, bit);
            if (nodes.get(node)[side] == EMPTY) {
                nodes.add(new int[] {EMPTY, EMPTY});
                nodes.get(node)[side] = nodes.size() - 1;
            }
            node = nodes.get(node)[side];
        }
        nodes.get(node)[side(path, depth - 1)] = -2 - data.size();
        value(data, entry);
        return this;
    }

    private static int side(byte[] path, int bit) {
        return path[bit / 8] >> (7 - bit % 8) & 1;
    }

    Path write(Path file, String type) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int[] node : nodes) {
            for (int child : node) {
                int record = child == EMPTY ? nodes.size() : child < EMPTY ? nodes.size() + 16 - child - 2 : child;
                out.write(record >> 16);
                out.write(record >> 8);
                out.write(record);
            }
        }
        out.write(new byte[16]);
        data.writeTo(out);
        out.write(new byte[] {(byte) 0xab, (byte) 0xcd, (byte) 0xef});
        out.write("MaxMind.com".getBytes(StandardCharsets.US_ASCII));
        value(
                out,
                Map.of(
                        "binary_format_major_version",
                        2,
                        "binary_format_minor_version",
                        0,
                        "build_epoch",
                        1,
                        "database_type",
                        type,
                        "description",
                        Map.of("en", "test"),
                        "ip_version",
                        6,
                        "languages",
                        List.of("en"),
                        "node_count",
                        nodes.size(),
                        "record_size",
                        24));
        return Files.write(file, out.toByteArray());
    }

    private static void value(ByteArrayOutputStream out, Object value) {
        switch (value) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                out.write(2 << 5 | bytes.length);
                out.writeBytes(bytes);
            }
            case Double number -> {
                out.write(3 << 5 | 8);
                out.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
            }
            case Integer number -> {
                out.write(6 << 5 | 4);
                out.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
            }
            case List<?> list -> {
                out.write(list.size());
                out.write(11 - 7);
                list.forEach(item -> value(out, item));
            }
            case Map<?, ?> map -> {
                out.write(7 << 5 | map.size());
                map.forEach((key, item) -> {
                    value(out, key);
                    value(out, item);
                });
            }
            default -> throw new IllegalArgumentException(value.toString());
        }
    }
}
