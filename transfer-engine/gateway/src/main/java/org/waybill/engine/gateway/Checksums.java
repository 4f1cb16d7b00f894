package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import org.waybill.engine.gridftp.FtpError;

/** The checksums of CKSM, in lower-case hex. */
final class Checksums {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final Map<String, String> DIGESTS =
            Map.of("MD5", "MD5", "SHA1", "SHA-1", "SHA256", "SHA-256", "SHA512", "SHA-512");
    /** As FEAT lists them, the number being the client's order of preference. */
    static final List<String> NAMES = List.of("SHA256:10", "SHA512:11", "MD5:12", "SHA1:13", "ADLER32:14", "CRC32:15");

    private Checksums() {}

    /** @param bytes from {@code offset} on, -1 to the end of the file */
    static String of(String algorithm, FileChannel file, long offset, long bytes) throws IOException {
        String name = algorithm.toUpperCase(Locale.ROOT);
        if (DIGESTS.containsKey(name)) {
            MessageDigest digest = digest(DIGESTS.get(name));
            read(file, offset, bytes, digest::update);
            return HexFormat.of().formatHex(digest.digest());
        }
        Checksum checksum =
                switch (name) {
                    case "ADLER32" -> new Adler32();
                    case "CRC32" -> new CRC32();
                    default -> throw new FtpError(504, "checksums are MD5, SHA1, SHA256, SHA512, ADLER32 and CRC32");
                };
        read(file, offset, bytes, checksum::update);
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    private static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + name, e);
        }
    }

    private static void read(FileChannel file, long offset, long bytes, Consumer<ByteBuffer> into) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long at = offset;
        long end = bytes < 0 ? Long.MAX_VALUE : offset + bytes;
        while (at < end) {
            buffer.clear().limit((int) Math.min(BUFFER_BYTES, end - at));
            int n = file.read(buffer, at);
            if (n < 0) {
                return;
            }
            into.accept(buffer.flip());
            at += n;
        }
    }
}
