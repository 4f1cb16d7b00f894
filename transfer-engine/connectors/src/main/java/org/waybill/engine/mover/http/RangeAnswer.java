package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.mover.store.Entry;

/** Whether an answer to GET is the content from an offset on, and agrees with itself (RFC 9110, section 14.4). */
final class RangeAnswer {
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)");
    private static final int PARTIAL = 206;

    private RangeAnswer() {}

    /** Bytes of the whole, of which the answer may be a part; -1 when it does not say. */
    static long wholeLength(HttpResponse<InputStream> response) {
        if (response.statusCode() != PARTIAL) {
            return FileLookup.length(response.headers());
        }
        Matcher range = CONTENT_RANGE.matcher(
                response.headers().firstValue("Content-Range").orElse(""));
        return range.matches() ? Entry.size(range.group(3)) : -1;
    }

    /**
     * Leaves the body where the offset is: a server may answer a range with the whole.
     *
     * @throws AnnouncedLengthException if the answer's sizes do not agree, or are not those of what was asked for
     */
    static void begin(HttpResponse<InputStream> response, long offset) throws IOException {
        if (response.statusCode() != PARTIAL) {
            response.body().skipNBytes(offset);
            return;
        }
        String text = response.headers().firstValue("Content-Range").orElse("");
        Matcher range = CONTENT_RANGE.matcher(text);
        if (!range.matches() || Long.parseLong(range.group(1)) != offset) {
            throw new AnnouncedLengthException("the server answered another range than it was asked for");
        }
        long lastByte = Long.parseLong(range.group(2));
        OptionalLong length = response.headers().firstValueAsLong("Content-Length");
        boolean agrees = lastByte >= offset
                && (length.isEmpty() || length.getAsLong() == lastByte - offset + 1)
                && (range.group(3).equals("*") || Long.parseLong(range.group(3)) == lastByte + 1);
        if (!agrees) {
            throw new AnnouncedLengthException("the sizes of the server's answer do not agree: Content-Range " + text
                    + ", Content-Length " + (length.isEmpty() ? "missing" : Long.toString(length.getAsLong())));
        }
    }
}
