package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;

/** Commands about files that transfer no data, and the directory that relative paths begin at. */
final class FileCommands implements CommandSet {
    private static final Pattern CHECKSUM = Pattern.compile("(\\S+ \\d{1,18} -?\\d{1,18} )(.+)", Pattern.DOTALL);
    private static final Pattern DOTS = Pattern.compile("(\\.\\.?)(?:/+|\\z)");
    private static final Pattern SET_TIME = Pattern.compile("(\\d{14} )(.+)", Pattern.DOTALL);

    private final ControlChannel control;
    private final Backends backends;
    private String directory = "/";
    private Backends.@Nullable Found renameFrom;

    FileCommands(ControlChannel control, Backends backends) {
        this.control = control;
        this.backends = backends;
    }

    @Override
    public Map<String, Handler> handlers() {
        Map<String, Handler> handlers = new HashMap<>(Map.of(
                "PWD", _ -> control.reply(257, '"' + directory.replace("\"", "\"\"") + "\" is the directory."),
                "CWD", this::changeDirectory,
                "CDUP", _ -> changeDirectory(".."),
                "CKSM", argument -> forward("CKSM", CHECKSUM, argument, "ALGORITHM OFFSET LENGTH PATH"),
                "MFMT", argument -> forward("MFMT", SET_TIME, argument, "YYYYMMDDHHMMSS PATH"),
                "RNFR", this::renameFrom,
                "RNTO", this::renameTo));
        for (String verb : List.of("SIZE", "MDTM", "MLST", "DELE", "MKD", "RMD")) {
            handlers.put(verb, argument -> forward(verb, "", argument));
        }
        return handlers;
    }

    /** Clients walk a nested path one component at a time, so what is on the way of naming a server always exists. */
    private void changeDirectory(String argument) throws IOException {
        String wanted = tidied(argument.startsWith("/") ? argument : afterDots(argument, true));
        if (!NestedPath.isNestedPrefix(wanted) && !wanted.equals("/")) {
            Backends.Found found = backends.find(wanted);
            FtpReply reply = found.backend().command("CWD", "", found.path());
            if (!reply.isPositive()) {
                control.reply(reply);
                return;
            }
        }
        directory = wanted;
        control.reply(250, "Directory changed.");
    }

    /** The path that the client means. */
    String absolute(String path) {
        return path.startsWith("/") ? path : afterDots(path, false);
    }

    /**
     * A relative path with the {@code .} and {@code ..} that it begins with followed.
     *
     * @param followed whether they are followed also if a name comes after them
     */
    private String afterDots(String path, boolean followed) {
        String at = directory;
        int end = 0;
        for (Matcher dots = DOTS.matcher(path).region(end, path.length()); dots.lookingAt(); ) {
            if (dots.group(1).equals("..")) {
                at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
            }
            end = dots.end();
            dots.region(end, path.length());
        }
        if (end == path.length()) {
            return at.isEmpty() ? "/" : at;
        }
        String above = followed ? at : directory;
        return (above.endsWith("/") ? above : above + "/") + path.substring(followed ? end : 0);
    }

    /** A directory as PWD shows it: without {@code .} and without slashes at its end, so that {@code ..} leaves it. */
    private static String tidied(String path) {
        String plain = path.replaceAll("/\\.(?=/|\\z)", "");
        int end = plain.length();
        while (end > 0 && plain.charAt(end - 1) == '/') {
            end--;
        }
        return end == 0 ? "/" : plain.substring(0, end);
    }

    private void forward(String verb, String before, String path) throws IOException {
        Backends.Found found = backends.find(absolute(path));
        try {
            control.reply(found.backend().command(verb, before, found.path()));
        } catch (IOException e) {
            backends.forget(found.backend());
            throw asFtpError(e);
        }
    }

    private void forward(String verb, Pattern form, String argument, String usage) throws IOException {
        Matcher matcher = matched(form, argument, verb + " takes " + usage);
        forward(verb, matcher.group(1), matcher.group(2));
    }

    static Matcher matched(Pattern form, String argument, String usage) throws FtpError {
        Matcher matcher = form.matcher(argument);
        if (!matcher.matches()) {
            throw new FtpError(501, usage);
        }
        return matcher;
    }

    /** Any other failure is reported to the client. */
    static FtpError asFtpError(IOException e) {
        return e instanceof FtpError known ? known : new FtpError(425, "no data connection: " + ErrorText.of(e));
    }

    private void renameFrom(String path) throws IOException {
        Backends.Found found = backends.find(absolute(path));
        renameFrom = found;
        control.reply(found.backend().command("RNFR", "", found.path()));
    }

    private void renameTo(String path) throws IOException {
        Backends.Found from = renameFrom;
        Backends.Found to = backends.find(absolute(path));
        renameFrom = null;
        if (from == null || from.backend() != to.backend()) {
            throw new FtpError(503, "RNFR comes first, and both names are of one server");
        }
        control.reply(to.backend().command("RNTO", "", to.path()));
    }
}
