package org.waybill.service.discovery;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.waybill.api.Checksum;
import org.waybill.api.ReplicaAccess;
import org.waybill.protocol.Protocols;

/** What of foreign answers is believed: names that stay within a directory, URLs that we know, whole checksums. */
final class CatalogueAnswerValidator {
    private static final int LONGEST_NAME = 500;
    private static final int LONGEST_URL = 2_000;
    private static final Map<String, Integer> DIGITS = Map.of(
            "md5", 32, "sha1", 40, "sha224", 56, "sha256", 64, "sha384", 96, "sha512", 128, "adler32", 8, "crc32", 8);

    private CatalogueAnswerValidator() {}

    /** A relative path that stays where it is put. */
    static boolean isName(String name) {
        return !name.isBlank()
                && name.length() <= LONGEST_NAME
                && !name.startsWith("/")
                && !name.contains("\\")
                && name.chars().noneMatch(Character::isISOControl)
                && Arrays.stream(name.split("/", -1)).noneMatch(part -> part.equals("..") || part.equals("."));
    }

    /** Text of one line for names that only people read. */
    static String line(String text) {
        String clean = text.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", " ").strip();
        return clean.substring(0, Math.min(clean.length(), LONGEST_NAME));
    }

    static Optional<CatalogueFile.Access> access(String url, String service, int priority) {
        String stripped = url.strip();
        if (stripped.length() > LONGEST_URL) {
            return Optional.empty();
        }
        if (stripped.startsWith("globus:")) {
            return stripped.matches("globus:[0-9a-f-]{36}/[\\x21-\\x7e]*")
                    ? Optional.of(new CatalogueFile.Access(new ReplicaAccess(stripped, "Globus"), "", priority))
                    : Optional.empty();
        }
        try {
            URI uri = URI.create(stripped);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (Protocols.ofUrl(scheme).isEmpty() || uri.getHost() == null || uri.getUserInfo() != null) {
                return Optional.empty();
            }
            String kind = service.isBlank() ? scheme : line(service);
            return Optional.of(new CatalogueFile.Access(
                    new ReplicaAccess(uri.toString(), kind), uri.getHost().toLowerCase(Locale.ROOT), priority));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** A checksum of a known type and the right length; {@code SHA-256} is {@code sha256}. */
    static Optional<Checksum> checksum(String type, String value) {
        String plain = type.toLowerCase(Locale.ROOT).replace("-", "").strip();
        String digits = value.toLowerCase(Locale.ROOT).strip();
        Integer length = DIGITS.get(plain);
        return length != null && digits.length() == length && digits.matches("[0-9a-f]+")
                ? Optional.of(new Checksum(plain, digits))
                : Optional.empty();
    }
}
