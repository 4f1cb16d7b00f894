package org.waybill.engine.gridftp;

import java.util.List;

/**
 * A reply (RFC 959, section 4.2). A reply of several lines is written with {@code code-} on all but the last.
 *
 * @param code 100..699
 */
public record FtpReply(int code, List<String> lines) {
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

    /** Its text in one line. */
    public String text() {
        return Printable.of(String.join(" ", lines));
    }

    /** The lines as they go over the control channel, without line ends. */
    public List<String> wireLines() {
        List<String> wire = new java.util.ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean last = i == lines.size() - 1;
            boolean first = i == 0;
            if (last) {
                wire.add(code + " " + lines.get(i));
            } else if (first) {
                wire.add(code + "-" + lines.get(i));
            } else {
                wire.add(" " + lines.get(i));
            }
        }
        return wire;
    }
}
