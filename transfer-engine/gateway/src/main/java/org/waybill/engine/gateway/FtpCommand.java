package org.waybill.engine.gateway;

import java.util.Locale;
import org.waybill.engine.gridftp.Printable;

/**
 * One line of a control channel (RFC 959, section 4.1).
 *
 * @param verb in capitals
 * @param argument what follows the first space, untouched: paths may hold blanks; empty if there is none
 */
record FtpCommand(String verb, String argument) {
    static FtpCommand parse(String line) {
        int space = line.indexOf(' ');
        return space < 0
                ? new FtpCommand(line.toUpperCase(Locale.ROOT), "")
                : new FtpCommand(line.substring(0, space).toUpperCase(Locale.ROOT), line.substring(space + 1));
    }

    /** The line as it may be logged: passwords and tokens are left out, control characters are escaped. */
    String forLog() {
        boolean secret = verb.equals("PASS") || verb.equals("ADAT") || verb.equals("ACCT");
        return secret ? verb + " ***" : verb + " " + Printable.of(argument);
    }
}
