package org.waybill.engine.mover.sshconfig;

import java.util.Map;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The tokens of ssh_config(5), TOKENS, such as {@code %h}. */
final class Tokens {
    private Tokens() {}

    /** With each token in its place; one that has no value stays as it stands. */
    static String expand(String text, Map<Character, String> values) {
        StringBuilder expanded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char token = c == '%' && i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (token == '%') {
                expanded.append('%');
                i++;
            } else if (values.containsKey(token)) {
                expanded.append(values.get(token));
                i++;
            } else {
                expanded.append(c);
            }
        }
        return expanded.toString();
    }

    /** Refuses what a shell would not take for one plain word (CVE-2023-51385 was a host that it did not). */
    static void requirePlain(String word, String in) throws TransferException {
        if (!word.matches("[A-Za-z0-9_.:%+@-]+") || word.startsWith("-")) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "'" + word + "' is not given to a shell for the " + in
                            + ": it holds more than letters, digits and . _ - : + @");
        }
    }
}
