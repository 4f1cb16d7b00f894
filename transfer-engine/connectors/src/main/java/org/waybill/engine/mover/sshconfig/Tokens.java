package org.waybill.engine.mover.sshconfig;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The tokens of ssh_config(5), TOKENS, such as {@code %h}. */
final class Tokens {
    private static final Pattern TOKEN = Pattern.compile("%(.)", Pattern.DOTALL);

    private Tokens() {}

    /** With each token in its place; one that has no value stays as it is. */
    static String expand(String text, Map<Character, String> values) {
        return TOKEN.matcher(text).replaceAll(found -> {
            char token = found.group(1).charAt(0);
            return Matcher.quoteReplacement(token == '%' ? "%" : values.getOrDefault(token, found.group()));
        });
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
