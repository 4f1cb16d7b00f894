package org.waybill.engine.gateway;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.waybill.engine.gridftp.Printable;

/**
 * One line of a control channel (RFC 959, section 4.1).
 *
 * @param verb in capitals
 * @param argument what follows the first space, untouched: paths may hold blanks; empty if there is none
 * @param isText whether the line is UTF-8: where it is not, {@code argument} may be the name of another file
 */
record FtpCommand(String verb, String argument, boolean isText) {
    static FtpCommand parse(byte[] bytes) {
        String line = new String(bytes, StandardCharsets.UTF_8);
        boolean isText = Printable.isUtf8(bytes);
        int space = line.indexOf(' ');
        return space < 0
                ? new FtpCommand(line.toUpperCase(Locale.ROOT), "", isText)
                : new FtpCommand(line.substring(0, space).toUpperCase(Locale.ROOT), line.substring(space + 1), isText);
    }

    /** The same of a line that still has its end, CR LF or LF. */
    static FtpCommand parseEnded(byte[] bytes) {
        int end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\n') {
            end--;
        }
        if (end > 0 && bytes[end - 1] == '\r') {
            end--;
        }
        return parse(Arrays.copyOf(bytes, end));
    }

    /** The line as it may be logged: passwords and tokens are left out, control characters are escaped. */
    String forLog() {
        boolean secret = verb.equals("PASS") || verb.equals("ADAT") || verb.equals("ACCT");
        return secret ? verb + " ***" : verb + " " + Printable.of(argument);
    }
}
