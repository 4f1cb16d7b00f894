package org.waybill.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * A checksum that a file should have, from a catalogue of data or the user. What arrives is compared with it, besides
 * being compared with what was sent.
 *
 * @param type {@code sha256}, {@code md5}, {@code adler32}, ...; a hyphen and the case of letters do not matter
 * @param hex the checksum in hexadecimal
 */
public record ExpectedChecksum(String type, String hex) {
    public static final String SHA256 = "sha256";
    private static final Map<String, String> DIGESTS = Map.of(
            "sha512", "SHA-512", "sha384", "SHA-384", SHA256, "SHA-256", "sha224", "SHA-224", "sha1", "SHA-1", "md5",
            "MD5");
    private static final List<String> STRONGEST_FIRST =
            List.of("sha512", "sha384", SHA256, "sha224", "sha1", "md5", "crc32c", "crc32", "adler32");

    public ExpectedChecksum {
        type = type.toLowerCase(Locale.ROOT).replace("-", "");
        hex = hex.toLowerCase(Locale.ROOT);
    }

    /** The strongest of those that can be computed here; empty if none can. */
    public static Optional<ExpectedChecksum> strongest(List<ExpectedChecksum> all) {
        return all.stream()
                .filter(one -> STRONGEST_FIRST.contains(one.type))
                .min(Comparator.comparingInt(one -> STRONGEST_FIRST.indexOf(one.type)));
    }

    /** The SHA-256 among them, which needs no computing where the data were verified. */
    public static Optional<ExpectedChecksum> sha256(List<ExpectedChecksum> all) {
        return all.stream().filter(one -> one.type.equals(SHA256)).findFirst();
    }

    /**
     * The checksum of this type that {@code data} have, in lower-case hexadecimal.
     *
     * @throws IllegalStateException for a type that cannot be computed here, see {@link #strongest}
     */
    public String of(InputStream data) throws IOException {
        Running running = start();
        byte[] buffer = new byte[Sha256.BUFFER_BYTES];
        for (int n = data.read(buffer); n >= 0; n = data.read(buffer)) {
            running.update(buffer, 0, n);
        }
        return running.hex();
    }

    /** A checksum of data as they come. */
    public interface Running {
        void update(byte[] buffer, int offset, int length);

        /** In lower-case hexadecimal; once, at the end. */
        String hex();
    }

    /**
     * The checksum of this type of nothing yet.
     *
     * @throws IllegalStateException for a type that cannot be computed here, see {@link #strongest}
     */
    public Running start() {
        String name = DIGESTS.get(type);
        return name == null ? running(checksum()) : running(digest(name));
    }

    private static Running running(MessageDigest digest) {
        return new Running() {
            @Override
            public void update(byte[] buffer, int offset, int length) {
                digest.update(buffer, offset, length);
            }

            @Override
            public String hex() {
                return HexFormat.of().formatHex(digest.digest());
            }
        };
    }

    private static Running running(Checksum checksum) {
        return new Running() {
            @Override
            public void update(byte[] buffer, int offset, int length) {
                checksum.update(buffer, offset, length);
            }

            @Override
            public String hex() {
                return HexFormat.of().toHexDigits((int) checksum.getValue());
            }
        };
    }

    private static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no " + name, e);
        }
    }

    private Checksum checksum() {
        return switch (type) {
            case "crc32c" -> new CRC32C();
            case "crc32" -> new CRC32();
            case "adler32" -> new Adler32();
            default -> throw new IllegalStateException(type + " cannot be computed here");
        };
    }

    /**
     * Refuses data that have another checksum of this type.
     *
     * @param name of the data, for the message
     * @param actual in lower-case hexadecimal
     */
    public void require(String name, String actual) throws TransferException {
        // leading zeros are often left out of the short ones
        if (!actual.replaceFirst("^0+", "").equals(hex.replaceFirst("^0+", ""))) {
            throw new TransferException(
                    Reason.WRONG_CONTENT,
                    "what is at the source as " + name + " is not the file" + " that is described: " + type + " "
                            + actual + " instead of " + hex);
        }
    }

    /**
     * Refuses a file that has not the strongest of {@code all} that can be computed.
     *
     * @param name that it is to have, for the message
     */
    public static void require(List<ExpectedChecksum> all, Path file, String name)
            throws TransferException, IOException {
        Optional<ExpectedChecksum> strongest = strongest(all);
        if (strongest.isPresent()) {
            try (InputStream data = Files.newInputStream(file)) {
                strongest.get().require("\"" + name + "\"", strongest.get().of(data));
            }
        }
    }
}
