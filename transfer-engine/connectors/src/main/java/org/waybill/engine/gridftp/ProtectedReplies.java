package org.waybill.engine.gridftp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.waybill.engine.gsi.GsiContext;

/** Replies of a protected control channel: 631, 632 or 633, each line a token in base64 (RFC 2228, section 4). */
public final class ProtectedReplies {
    private ProtectedReplies() {}

    /** The reply inside a protected one; others are passed on, since errors may come in the clear. */
    public static FtpReply open(FtpReply reply, GsiContext gsi) throws IOException {
        if (reply.code() < 631 || reply.code() > 633) {
            return reply;
        }
        StringBuilder text = new StringBuilder();
        for (String line : reply.lines()) {
            text.append(new String(clear(line.replaceFirst("^63[123][- ]", ""), gsi), StandardCharsets.UTF_8));
        }
        List<String> lines =
                text.toString().lines().filter(line -> !line.isEmpty()).toList();
        if (lines.isEmpty() || !lines.getFirst().matches("[1-5][0-9]{2}[ -].*")) {
            throw new FtpError(426, "malformed protected reply from the server");
        }
        int code = Integer.parseInt(lines.getFirst().substring(0, 3));
        List<String> texts = new ArrayList<>();
        for (String line : lines) {
            texts.add(line.startsWith(code + " ") || line.startsWith(code + "-") ? line.substring(4) : line.strip());
        }
        return new FtpReply(code, texts);
    }

    /** The lines of a reply as tokens. */
    public static List<String> seal(FtpReply reply, GsiContext gsi) throws IOException {
        List<String> sealed = new ArrayList<>();
        List<String> lines = reply.wireLines();
        for (int i = 0; i < lines.size(); i++) {
            byte[] token = gsi.wrap((lines.get(i) + "\r\n").getBytes(StandardCharsets.UTF_8));
            sealed.add((i == lines.size() - 1 ? "632 " : "632-")
                    + Base64.getEncoder().encodeToString(token));
        }
        return sealed;
    }

    /** The command or line inside a token, with its end; some peers put a NUL after that. */
    public static byte[] clear(String token, GsiContext gsi) throws IOException {
        try {
            byte[] text = gsi.unwrap(Base64.getDecoder().decode(token.strip()));
            int end = text.length;
            while (end > 0 && text[end - 1] == 0) {
                end--;
            }
            return Arrays.copyOf(text, end);
        } catch (IllegalArgumentException e) {
            throw new FtpError(501, "not base64");
        }
    }
}
