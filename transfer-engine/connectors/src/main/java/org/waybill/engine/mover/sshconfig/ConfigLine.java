package org.waybill.engine.mover.sshconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One line of an ssh_config file.
 *
 * @param keyword in lower case
 * @param words its arguments, without quotes
 * @param rest the arguments as they are written
 */
record ConfigLine(String keyword, List<String> words, String rest) {

    /**
     * Reads a line as OpenSSH does ({@code argv_split} in its misc.c); empty for a blank line or a comment.
     *
     * @throws IllegalArgumentException where a quote is not closed or a keyword has no argument
     */
    static Optional<ConfigLine> of(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
            return Optional.empty();
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("it holds a NUL character");
        }
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && text.charAt(end) != '=') {
            end++;
        }
        String rest = text.substring(end).strip();
        rest = rest.startsWith("=") ? rest.substring(1).strip() : rest;
        List<String> words = split(rest);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("no argument");
        }
        return Optional.of(new ConfigLine(text.substring(0, end).toLowerCase(Locale.ROOT), words, rest));
    }

    String first() {
        return words.getFirst();
    }

    private static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (isBlank(text.charAt(at))) {
                at++;
            } else if (text.charAt(at) == '#') {
                break;
            } else {
                StringBuilder word = new StringBuilder();
                at = word(text, at, word);
                words.add(word.toString());
            }
        }
        return words;
    }

    private static int word(String text, int start, StringBuilder word) {
        char quote = 0;
        int at = start;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
            if (c == '\\' && (next == '\'' || next == '"' || next == '\\' || (quote == 0 && next == ' '))) {
                word.append(next);
                at++;
            } else if (quote == 0 && isBlank(c)) {
                break;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        return at;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
