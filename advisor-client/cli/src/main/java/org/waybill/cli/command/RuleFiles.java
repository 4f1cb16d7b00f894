package org.waybill.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.FilterRule;

/** The lines of files that options name, and rules for single paths. */
public final class RuleFiles {
    private static final int MOST_BYTES = 256 << 20;

    private RuleFiles() {}

    /**
     * All lines, in their places; comments ({@code #} or {@code ;} first) are empty.
     *
     * @param file {@code -} for standard input
     * @param byNul whether NUL ends a line, and nothing is a comment
     */
    static List<String> lines(String option, String file, boolean byNul, InputStream standardInput) {
        String where = option + " " + PrintableText.of(file);
        byte[] all = bytes(where, file, standardInput);
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= all.length; i++) {
            if (i == all.length ? start < i : all[i] == (byNul ? 0 : '\n')) {
                String line = text(all, start, i, where + ", line " + (lines.size() + 1));
                if (!byNul) {
                    // what editors of Windows write
                    line = lines.isEmpty() && line.startsWith("\ufeff") ? line.substring(1) : line;
                    line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
                    line = line.startsWith("#") || line.startsWith(";") ? "" : line;
                }
                lines.add(line);
                start = i + 1;
            }
        }
        return lines;
    }

    private static byte[] bytes(String where, String file, InputStream standardInput) {
        try (InputStream in = file.equals("-") ? standardInput : Files.newInputStream(Path.of(file))) {
            byte[] all = in.readNBytes(MOST_BYTES + 1);
            if (all.length > MOST_BYTES) {
                throw new CommandFailure(Reason.LIMIT, where + " has more than " + (MOST_BYTES >> 20) + " MiB");
            }
            return all;
        } catch (NoSuchFileException | InvalidPathException e) {
            throw Invalid.usage("cannot read " + where + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw Invalid.usage("cannot read " + where + ": permission denied", e);
        } catch (IOException e) {
            throw Invalid.usage("cannot read " + where + ": " + ErrorText.of(e), e);
        }
    }

    private static String text(byte[] all, int from, int to, String where) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(all, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Invalid.usage(where + ": this is not UTF-8", e);
        }
    }

    /** Adds a rule that leaves out one path; no character of it is a wildcard. */
    public static void exclude(List<FilterRule> rules, String path) {
        boolean wild = path.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
        String pattern = wild ? path.replaceAll("[\\\\*?\\[]", "\\\\$0") : path;
        try {
            FilterRule.add(rules, "- /" + pattern, FilterRule.Kind.RULE);
        } catch (BadFilterException e) {
            throw new IllegalStateException("a path without wildcards is a pattern", e);
        }
    }
}
