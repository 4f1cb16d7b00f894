package org.waybill.engine.mover.rclone;

import java.nio.charset.StandardCharsets;

/** Text in URLs and headers: every byte but letters, digits and a few marks as an escape (RFC 3986, section 2.1). */
final class UrlText {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/";

    private UrlText() {}

    static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            if (one > 0 && PLAIN.indexOf(one) >= 0) {
                encoded.append((char) one);
            } else {
                encoded.append('%').append(String.format("%02X", one & 0xFF));
            }
        }
        return encoded.toString();
    }
}
