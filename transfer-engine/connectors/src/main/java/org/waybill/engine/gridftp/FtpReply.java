package org.waybill.engine.gridftp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A reply (RFC 959, section 4.2). A reply of several lines is written with {@code code-} on all but the last.
 *
 * @param code 100..699
 */
public record FtpReply(int code, List<String> lines) {
    private static final String ERROR_LINE = "GridFTP-Error-String: ";

    public FtpReply {
        lines = List.copyOf(lines);
    }

    public static FtpReply of(int code, String text) {
        return new FtpReply(code, List.of(text));
    }

    public boolean isPreliminary() {
        return code < 200;
    }

    public boolean isPositive() {
        return code >= 200 && code < 300;
    }

    /** The same, unless it is a refusal. */
    public FtpReply orRefused() throws FtpError {
        if (!isPositive()) {
            throw new FtpError(code, text());
        }
        return this;
    }

    /** Whether it says that there is no such file. Some servers use 500 for that. */
    public boolean isMissing() {
        return code >= 500 && says("no such file or directory", "path_not_found");
    }

    /** Whether it says that access is not allowed. */
    public boolean isDenied() {
        return code >= 500 && says("permission denied", "not allowed");
    }

    /** Whether it says that the command is not known, or not for this. */
    public boolean isUnknownCommand() {
        return (code == 500 || code == 502 || code == 504) && !isMissing() && !isDenied();
    }

    private boolean says(String... phrases) {
        String all = String.join(" ", lines).toLowerCase(Locale.ROOT);
        return Stream.of(phrases).anyMatch(all::contains);
    }

    /** Its text in one line; of the Grid Community Toolkit's many lines the one for people. */
    public String text() {
        return Printable.of(lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(ERROR_LINE))
                .findFirst()
                .map(line -> line.substring(ERROR_LINE.length()))
                .orElseGet(() -> String.join(" ", lines)));
    }

    /**
     * A refusal as text for people. Other replies carry names, which have to arrive as they are; a
     * line with a line break in it would be read as two, so it is escaped too.
     */
    public FtpReply printable() {
        return new FtpReply(
                code,
                lines.stream()
                        .map(line -> code < 400 && Printable.fitsOneLine(line) ? line : Printable.of(line))
                        .toList());
    }

    /** The lines as they go over the control channel, without line ends. */
    public List<String> wireLines() {
        List<String> wire = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String mark = i == lines.size() - 1 ? code + " " : i == 0 ? code + "-" : " ";
            wire.add(mark + lines.get(i));
        }
        return wire;
    }
}
