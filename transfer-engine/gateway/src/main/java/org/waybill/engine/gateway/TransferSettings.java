package org.waybill.engine.gateway;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.DataAddress;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Printable;
import org.waybill.engine.gridftp.TransferSpec;

/** What a client settles for its next transfers: type, mode, streams, buffers, restart, and where data go. */
final class TransferSettings implements CommandSet {
    private static final int MOST_STREAMS = 32;
    private static final int MOST_BUFFER_BYTES = 64 * 1024 * 1024;
    private static final Pattern PARALLELISM = Pattern.compile("(?i)RETR\\s+.*?Parallelism=(\\d{1,4}).*");

    private final ControlChannel control;
    private final ClientData data;
    private final Supplier<@Nullable TransferTask> running;
    private boolean drs;
    private boolean epsvOnly;
    private char mode = 'S';
    private String restart = "";
    private int streams = 1;
    private int bufferBytes;
    private long allocateBytes = -1;

    /** @param running the transfer that is under way, null for none */
    TransferSettings(ControlChannel control, ClientData data, Supplier<@Nullable TransferTask> running) {
        this.control = control;
        this.data = data;
        this.running = running;
    }

    @Override
    public Map<String, Handler> handlers() {
        return Map.ofEntries(
                Map.entry("SITE", this::site),
                Map.entry("OPTS", this::options),
                Map.entry("TYPE", this::type),
                Map.entry("STRU", this::structure),
                Map.entry("MODE", this::mode),
                Map.entry("EPSV", this::extendedPassive),
                Map.entry("PASV", notAfterEpsvAll(argument -> passive())),
                Map.entry("SPAS", notAfterEpsvAll(argument -> stripedPassive())),
                Map.entry("PORT", notAfterEpsvAll(argument -> active(DataAddress.parsePort(argument), "PORT"))),
                Map.entry("SPOR", notAfterEpsvAll(argument -> active(DataAddress.parsePort(argument), "SPOR"))),
                Map.entry("EPRT", notAfterEpsvAll(argument -> active(DataAddress.parseEprt(argument), "EPRT"))),
                Map.entry("REST", this::restart),
                Map.entry("ALLO", this::allocate),
                Map.entry("SBUF", this::socketBuffer));
    }

    /** RFC 2428, section 4: a server must reject every other command to set up a data connection then. */
    private Handler notAfterEpsvAll(Handler other) {
        return argument -> {
            if (epsvOnly) {
                throw new FtpError(503, "only EPSV is taken after EPSV ALL");
            }
            other.handle(argument);
        };
    }

    /** Whether the client speaks drsFTP: it has sent SBUF with a number to match the answer by. */
    boolean isDrs() {
        return drs;
    }

    int bufferBytes() {
        return bufferBytes;
    }

    private void site(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        switch (words[0].toUpperCase(Locale.ROOT)) {
            case "STORBUFSIZE", "RETRBUFSIZE", "SBUFSZ", "SBUFSIZ", "BUFSIZE" -> {
                bufferBytes = bufferBytes(words.length > 1 ? words[1] : "");
                control.reply(250, "Buffers of " + bufferBytes + " bytes.");
            }
            case "CLIENTINFO" -> control.reply(250, "OK.");
            case "HELP" ->
                control.reply(
                        new FtpReply(214, List.of("SITE commands:", "CLIENTINFO HELP RETRBUFSIZE STORBUFSIZE", "End")));
            default -> control.reply(500, "No such SITE command: " + Printable.of(words[0]));
        }
    }

    /**
     * SBUF SIZE before a transfer (GFD.20). SBUF ID SIZE at any time (drsFTP: Feng et al. 2003, section 4.4): during a
     * transfer it sets the send buffers of that transfer, and the answer shows what the kernel made of it.
     */
    private void socketBuffer(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        bufferBytes = bufferBytes(words[words.length - 1]);
        TransferTask task = running.get();
        int now = task == null || bufferBytes == 0 ? 0 : task.sendBuffer(bufferBytes);
        if (words.length == 2 && words[0].matches("\\d{1,9}")) {
            drs = true;
            control.reply(200, "SBUF " + words[0] + " " + (now == 0 ? bufferBytes : now));
        } else {
            control.reply(200, "Buffers of " + bufferBytes + " bytes.");
        }
    }

    private static int bufferBytes(String text) throws FtpError {
        if (!text.matches("\\d{1,12}")) {
            throw new FtpError(501, "a buffer size is a number of bytes");
        }
        return (int) Math.min(MOST_BUFFER_BYTES, Long.parseLong(text));
    }

    private void options(String argument) throws IOException {
        Matcher matcher = PARALLELISM.matcher(argument);
        if (matcher.matches()) {
            streams = Math.clamp(Integer.parseInt(matcher.group(1)), 1, MOST_STREAMS);
            control.reply(200, "Parallelism " + streams + ".");
        } else {
            boolean known = argument.matches("(?i)(UTF-?8( ON)?|MLST.*|RETR.*|STOR.*)");
            control.reply(known ? 200 : 501, known ? "OK." : "Not known: " + Printable.of(argument));
        }
    }

    /** Files go byte for byte with every type: ASCII conversion has never improved a data set. */
    private void type(String argument) throws IOException {
        boolean known = argument.matches("(?i)[AI]( N)?|L 8");
        control.reply(known ? 200 : 504, known ? "Type " + argument + "; files go as they are." : "Types are I and A.");
    }

    private void structure(String argument) throws IOException {
        boolean known = argument.equalsIgnoreCase("F");
        control.reply(known ? 200 : 504, known ? "Files." : "Only files.");
    }

    private void mode(String argument) throws IOException {
        if (!argument.matches("(?i)[SE]")) {
            throw new FtpError(504, "modes are S and E");
        }
        mode = Character.toUpperCase(argument.charAt(0));
        control.reply(200, "Mode " + mode + ".");
    }

    private void passive() throws IOException {
        if (!(control.local() instanceof Inet4Address)) {
            throw new FtpError(425, "PASV is for IPv4: use EPSV");
        }
        control.reply(227, "Entering Passive Mode (" + DataAddress.commaForm(data.listen(bufferBytes)) + ")");
    }

    private void extendedPassive(String argument) throws IOException {
        String family = control.local() instanceof Inet4Address ? "1" : "2";
        if (argument.equalsIgnoreCase("ALL")) {
            epsvOnly = true;
            control.reply(200, "Only EPSV from now on.");
        } else if (!argument.isBlank() && !argument.strip().equals(family)) {
            control.reply(522, "Not over this control connection, use (" + family + ")");
        } else {
            control.reply(
                    229,
                    "Entering Extended Passive Mode (|||"
                            + data.listen(bufferBytes).getPort() + "|)");
        }
    }

    private void stripedPassive() throws IOException {
        if (!(control.local() instanceof Inet4Address)) {
            throw new FtpError(425, "SPAS is for IPv4: use EPSV");
        }
        control.reply(new FtpReply(
                229, List.of("Entering Striped Passive Mode", DataAddress.commaForm(data.listen(bufferBytes)), "End")));
    }

    private void active(InetSocketAddress target, String verb) throws IOException {
        data.connectTo(target);
        control.reply(200, verb + " OK.");
    }

    private void restart(String argument) throws IOException {
        restart = argument.strip();
        spec(-1, -1).restartOffset();
        control.reply(350, "Restarting there.");
    }

    private void allocate(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        if (!words[0].matches("\\d{1,18}")) {
            throw new FtpError(501, "ALLO takes a number of bytes");
        }
        allocateBytes = Long.parseLong(words[0]);
        control.reply(200, "OK.");
    }

    TransferSpec spec(long partialOffset, long partialBytes) {
        return new TransferSpec(mode, restart, partialOffset, partialBytes, streams, bufferBytes, allocateBytes);
    }

    /** REST and ALLO hold for one transfer. */
    TransferSpec takeSpec(long partialOffset, long partialBytes) {
        TransferSpec spec = spec(partialOffset, partialBytes);
        restart = "";
        allocateBytes = -1;
        return spec;
    }
}
