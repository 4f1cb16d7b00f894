package org.waybill.engine.mover.s3;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file's time among the metadata of its object, as rclone keeps it: {@code mtime}, in seconds with a fraction. */
final class S3Times {
    private static final String NAME = "mtime";
    private static final int NANO_DIGITS = 9;

    private S3Times() {}

    static Map<String, String> metadata(@Nullable Instant modified) {
        return modified == null
                ? Map.of()
                : Map.of(
                        NAME,
                        BigDecimal.valueOf(modified.getEpochSecond())
                                .add(BigDecimal.valueOf(modified.getNano(), NANO_DIGITS))
                                .toPlainString());
    }

    static boolean isIn(Map<String, String> metadata) {
        return metadata.containsKey(NAME);
    }

    /** @param otherwise when the object was written */
    static @Nullable Instant of(Map<String, String> metadata, @Nullable Instant otherwise) {
        @Nullable String text = metadata.get(NAME);
        if (text == null || !text.matches("-?\\d{1,11}(\\.\\d{1,9})?")) {
            return otherwise;
        }
        BigDecimal seconds = new BigDecimal(text);
        long whole = seconds.toBigInteger().longValue();
        return Instant.ofEpochSecond(
                whole,
                seconds.subtract(BigDecimal.valueOf(whole))
                        .movePointRight(NANO_DIGITS)
                        .longValue());
    }
}
