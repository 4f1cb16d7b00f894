package org.waybill.engine.gridftp;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as FTP writes them: {@code yyyyMMddHHmmss} in UTC (RFC 3659, section 2.3). */
public final class FtpTime {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

    private FtpTime() {}

    public static String of(Instant instant) {
        return FORM.format(instant.atOffset(ZoneOffset.UTC));
    }

    /**
     * What a time says; a fraction of a second is left out.
     *
     * @throws java.time.format.DateTimeParseException if it says none
     */
    public static Instant parse(String text) {
        int fraction = text.indexOf('.');
        return LocalDateTime.parse(fraction < 0 ? text : text.substring(0, fraction), FORM)
                .toInstant(ZoneOffset.UTC);
    }
}
