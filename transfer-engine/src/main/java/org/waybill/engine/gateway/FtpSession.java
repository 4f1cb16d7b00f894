package org.waybill.engine.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.DataAddress;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Printable;
import org.waybill.engine.gridftp.Reading;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.Writing;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/**
 * One client's session (RFC 959, 2389, 2428, 3659; GFD.20). The control channel is read on while data flow, so that
 * ABOR, STAT and SBUF are heard during a transfer.
 */
final class FtpSession {
    private static final System.Logger LOG = System.getLogger(FtpSession.class.getName());
    private static final int MOST_STREAMS = 32;
    private static final int MOST_BUFFER_BYTES = 64 * 1024 * 1024;
    private static final Pattern PARALLELISM = Pattern.compile("(?i)RETR\\s+.*?Parallelism=(\\d{1,4}).*");
    private static final Pattern PARTIAL_GET = Pattern.compile("P (\\d{1,18}) (\\d{1,18}) (.+)", Pattern.DOTALL);
    private static final Pattern PARTIAL_PUT = Pattern.compile("A (\\d{1,18}) (.+)", Pattern.DOTALL);
    private static final Pattern CHECKSUM = Pattern.compile("(\\S+ \\d+ -?\\d+ )(.+)", Pattern.DOTALL);
    private static final Set<String> BEFORE_LOG_IN = Set.of("USER", "PASS", "QUIT", "FEAT", "HELP", "SYST", "NOOP",
            "SITE", "OPTS", "AUTH", "ADAT", "CLEAR", "PBSZ", "DCAU", "PROT");
    private static final List<String> FEATURES = List.of("Extensions supported:", "DCAU", "EPRT", "EPSV", "ERET",
            "ESTO", "MDTM", "MLST Type*;Size*;Modify*;", "PARALLEL", "REST STREAM", "SBUF", "SIZE", "UTF8", "End");

    /** What a verb does. */
    @FunctionalInterface
    private interface Handler {
        void handle(String argument) throws IOException;
    }

    private final ControlChannel control;
    private final GatewaySettings settings;
    private final Backends backends;
    private final ClientData data;
    private final GatewayListener listener;
    private final Map<String, Handler> handlers;

    private @Nullable String user;
    private boolean loggedIn;
    private final @Nullable GsiLogIn gsi;
    private boolean gsiDone;
    private boolean quit;
    private boolean drs;
    private String directory = "/";
    private char mode = 'S';
    private String restart = "";
    private int streams = 1;
    private int bufferBytes;
    private long allocateBytes = -1;
    private Backends.@Nullable Found renameFrom;
    private volatile @Nullable TransferTask running;
    private @Nullable Thread transferThread;

    FtpSession(ControlChannel control, GatewaySettings settings, DestinationPolicy policy, @Nullable Backend own,
            GatewayListener listener) {
        this.control = control;
        this.settings = settings;
        this.listener = listener;
        this.backends = new Backends(policy, own, settings.patience());
        InetAddress peer = control.peer();
        this.data = new ClientData(control.local(), address -> address.equals(peer) || policy.isKnownPeer(address),
                settings.patience());
        GsiSettings security = settings.gsi();
        this.gsi = security == null ? null : new GsiLogIn(security);
        this.handlers = handlers();
    }

    private Map<String, Handler> handlers() {
        return Map.ofEntries(
                Map.entry("USER", this::userName), Map.entry("PASS", this::password),
                Map.entry("QUIT", argument -> quit()), Map.entry("NOOP", argument -> reply(200, "Yes?")),
                Map.entry("SYST", argument -> reply(215, "UNIX Type: L8")),
                Map.entry("FEAT", argument -> control.reply(new FtpReply(211, FEATURES))),
                Map.entry("HELP", argument -> help()), Map.entry("SITE", this::site), Map.entry("OPTS", this::options),
                Map.entry("TYPE", this::type), Map.entry("STRU", this::structure), Map.entry("MODE", this::mode),
                Map.entry("PWD", argument -> reply(257, '"' + directory.replace("\"", "\"\"") + "\" it is")),
                Map.entry("CWD", this::changeDirectory), Map.entry("CDUP", argument -> changeDirectory("..")),
                Map.entry("PASV", argument -> passive()), Map.entry("EPSV", this::extendedPassive),
                Map.entry("SPAS", argument -> stripedPassive()),
                Map.entry("PORT", argument -> active(DataAddress.parsePort(argument), "PORT")),
                Map.entry("SPOR", argument -> active(DataAddress.parsePort(argument), "SPOR")),
                Map.entry("EPRT", argument -> active(DataAddress.parseEprt(argument), "EPRT")),
                Map.entry("REST", this::restart), Map.entry("ALLO", this::allocate),
                Map.entry("RETR", argument -> retrieve(argument, -1, -1)),
                Map.entry("STOR", argument -> store(argument, -1, false)),
                Map.entry("APPE", argument -> store(argument, -1, true)),
                Map.entry("ERET", this::retrievePart), Map.entry("ESTO", this::storePart),
                Map.entry("MLSD", argument -> list("MLSD", argument)),
                Map.entry("NLST", argument -> list("NLST", argument)),
                Map.entry("LIST", argument -> list("LIST", argument)),
                Map.entry("SIZE", argument -> forward("SIZE", "", argument)),
                Map.entry("MDTM", argument -> forward("MDTM", "", argument)),
                Map.entry("MLST", argument -> forward("MLST", "", argument)),
                Map.entry("DELE", argument -> forward("DELE", "", argument)),
                Map.entry("MKD", argument -> forward("MKD", "", argument)),
                Map.entry("RMD", argument -> forward("RMD", "", argument)),
                Map.entry("CKSM", this::checksum), Map.entry("RNFR", this::renameFrom),
                Map.entry("RNTO", this::renameTo), Map.entry("ABOR", argument -> abort()),
                Map.entry("STAT", argument -> status()), Map.entry("SBUF", this::socketBuffer),
                Map.entry("AUTH", argument -> control.reply(gsi().auth(argument))), Map.entry("ADAT", this::adat),
                Map.entry("CLEAR", argument -> reply(533, "Commands are protected now: " + argument)),
                Map.entry("PBSZ", argument -> reply(200, "PBSZ=1048576")),
                Map.entry("DCAU", argument -> secureData(gsi().dcau(argument))),
                Map.entry("PROT", argument -> secureData(gsi().prot(argument))));
    }

    /** Serves the client until it goes. */
    void run() throws IOException {
        try {
            reply(220, "Waybill gateway ready.");
            FtpCommand command = control.nextCommand();
            while (command != null) {
                obey(command);
                command = quit ? null : control.nextCommand();
            }
            awaitTransfer();
        } finally {
            TransferTask task = running;
            if (task != null) {
                task.abort();
            }
            data.close();
            backends.close();
        }
    }

    private void obey(FtpCommand command) throws IOException {
        LOG.log(System.Logger.Level.DEBUG, () -> control.peer().getHostAddress() + " " + command.forLog());
        try {
            Handler handler = handlers.get(command.verb());
            if (handler == null) {
                reply(502, "Not known here: " + Printable.of(command.verb()));
            } else if (!loggedIn && !BEFORE_LOG_IN.contains(command.verb())) {
                reply(530, "Log in with USER and PASS first.");
            } else if (running != null && !List.of("ABOR", "STAT", "SBUF", "NOOP", "QUIT").contains(command.verb())) {
                awaitTransfer();
                handler.handle(command.argument());
            } else {
                handler.handle(command.argument());
            }
        } catch (FtpError e) {
            control.reply(e.reply());
        }
    }

    private void reply(int code, String text) throws IOException {
        control.reply(code, text);
    }

    private void userName(String name) throws IOException {
        user = name;
        loggedIn = false;
        reply(331, "Password, please; it is handed to the far server.");
    }

    private void password(String password) throws IOException {
        String name = user;
        if (name == null) {
            throw new FtpError(503, "USER comes first");
        }
        if (gsiDone) {
            backends.account(gsi());
            data.security(gsi().dataSecurity());
        } else {
            backends.account(name.equalsIgnoreCase("ftp") ? "anonymous" : name, password);
        }
        loggedIn = true;
        reply(230, "Logged in.");
    }

    private GsiLogIn gsi() throws FtpError {
        GsiLogIn login = gsi;
        if (login == null) {
            throw new FtpError(504, "this gateway has no grid security: it was started without a host certificate");
        }
        return login;
    }

    private void adat(String token) throws IOException {
        FtpReply reply = gsi().adat(token);
        control.reply(reply);
        if (reply.code() == 235) {
            control.protect(gsi().context());
            gsiDone = true;
        }
    }

    private void secureData(FtpReply reply) throws IOException {
        if (!gsiDone) {
            throw new FtpError(503, "AUTH comes first");
        }
        data.security(gsi().dataSecurity());
        backends.startAfresh();
        control.reply(reply);
    }

    private void quit() throws IOException {
        awaitTransfer();
        quit = true;
        reply(221, "Goodbye.");
    }

    private void help() throws IOException {
        List<String> lines = new ArrayList<>(List.of("Known here:"));
        handlers.keySet().stream().sorted().forEach(lines::add);
        lines.add("A far server is named in the path: RETR /ftp://HOST:PORT//PATH");
        control.reply(new FtpReply(214, lines));
    }

    private void site(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        switch (words[0].toUpperCase(Locale.ROOT)) {
            case "STORBUFSIZE", "RETRBUFSIZE", "SBUFSZ", "SBUFSIZ", "BUFSIZE" -> {
                bufferBytes = bufferBytes(words.length > 1 ? words[1] : "");
                reply(250, "Buffers of " + bufferBytes + " bytes.");
            }
            case "CLIENTINFO" -> reply(250, "Noted.");
            case "HELP" -> control.reply(new FtpReply(214, List.of("SITE commands:", "CLIENTINFO HELP RETRBUFSIZE "
                    + "STORBUFSIZE", "End")));
            default -> reply(500, "No such SITE command: " + Printable.of(words[0]));
        }
    }

    /** SBUF SIZE before a transfer (GFD.20); SBUF ID SIZE at any time (drsFTP: Feng et al. 2003, section 4.4). */
    private void socketBuffer(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        bufferBytes = bufferBytes(words[words.length - 1]);
        if (words.length == 2 && words[0].matches("\\d{1,9}")) {
            drs = true;
            reply(200, "SBUF " + words[0] + " " + bufferBytes);
        } else {
            reply(200, "Buffers of " + bufferBytes + " bytes.");
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
            reply(200, "Parallelism " + streams + ".");
        } else {
            boolean known = argument.matches("(?i)(UTF-?8( ON)?|MLST.*|RETR.*|STOR.*)");
            reply(known ? 200 : 501, known ? "Noted." : "Not known: " + Printable.of(argument));
        }
    }

    /** Files go byte for byte whatever the type: ASCII conversion has never improved a data set. */
    private void type(String argument) throws IOException {
        boolean known = argument.matches("(?i)[AI]( N)?|L 8");
        reply(known ? 200 : 504, known ? "Type " + argument + "; files go as they are." : "Types are I and A.");
    }

    private void structure(String argument) throws IOException {
        boolean known = argument.equalsIgnoreCase("F");
        reply(known ? 200 : 504, known ? "Files." : "Only files.");
    }

    private void mode(String argument) throws IOException {
        if (!argument.matches("(?i)[SE]")) {
            throw new FtpError(504, "modes are S and E");
        }
        mode = Character.toUpperCase(argument.charAt(0));
        reply(200, "Mode " + mode + ".");
    }

    /** Clients walk a nested path one component at a time, so what is on the way of naming a server always exists. */
    private void changeDirectory(String argument) throws IOException {
        String wanted = absolute(argument);
        if (!NestedPath.isNestedPrefix(wanted) && !wanted.equals("/")) {
            Backends.Found found = backends.find(wanted);
            FtpReply reply = found.backend().command("CWD", "", found.path());
            if (!reply.isPositive()) {
                control.reply(reply);
                return;
            }
        }
        directory = wanted;
        reply(250, "Directory changed.");
    }

    private String absolute(String path) {
        if (path.startsWith("/")) {
            return path;
        }
        if (path.equals("..")) {
            int cut = directory.lastIndexOf('/');
            return cut <= 0 ? "/" : directory.substring(0, cut);
        }
        if (path.isEmpty() || path.equals(".")) {
            return directory;
        }
        return (directory.endsWith("/") ? directory : directory + "/") + path;
    }

    private void passive() throws IOException {
        reply(227, "Entering Passive Mode (" + DataAddress.commaForm(data.listen(bufferBytes)) + ")");
    }

    private void extendedPassive(String argument) throws IOException {
        if (argument.equalsIgnoreCase("ALL")) {
            reply(200, "Only EPSV from now on.");
        } else {
            reply(229, "Entering Extended Passive Mode (|||" + data.listen(bufferBytes).getPort() + "|)");
        }
    }

    private void stripedPassive() throws IOException {
        control.reply(new FtpReply(229, List.of("Entering Striped Passive Mode",
                DataAddress.commaForm(data.listen(bufferBytes)), "End")));
    }

    private void active(InetSocketAddress target, String verb) throws IOException {
        data.connectTo(target);
        reply(200, verb + " noted.");
    }

    private void restart(String argument) throws IOException {
        restart = argument.strip();
        spec(-1, -1).restartOffset();
        reply(350, "Restarting there.");
    }

    private void allocate(String argument) throws IOException {
        String[] words = argument.strip().split("\\s+");
        if (!words[0].matches("\\d{1,18}")) {
            throw new FtpError(501, "ALLO takes a number of bytes");
        }
        allocateBytes = Long.parseLong(words[0]);
        reply(200, "Noted.");
    }

    private TransferSpec spec(long partialOffset, long partialBytes) {
        return new TransferSpec(mode, restart, partialOffset, partialBytes, streams, bufferBytes, allocateBytes);
    }

    private void retrievePart(String argument) throws IOException {
        Matcher matcher = PARTIAL_GET.matcher(argument);
        if (!matcher.matches()) {
            throw new FtpError(501, "ERET takes P OFFSET LENGTH PATH");
        }
        retrieve(matcher.group(3), Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    private void storePart(String argument) throws IOException {
        Matcher matcher = PARTIAL_PUT.matcher(argument);
        if (!matcher.matches()) {
            throw new FtpError(501, "ESTO takes A OFFSET PATH");
        }
        store(matcher.group(2), Long.parseLong(matcher.group(1)), false);
    }

    private void retrieve(String path, long partialOffset, long partialBytes) throws IOException {
        TransferSpec spec = takeSpec(partialOffset, partialBytes);
        Backends.Found found = backends.find(absolute(path));
        send(path, found.backend(), spec, found.backend().retrieve(found.path(), spec));
    }

    private void list(String verb, String argument) throws IOException {
        String path = argument.replaceFirst("^-[A-Za-z]+ ?", "");
        TransferSpec asked = takeSpec(-1, -1);
        TransferSpec spec = new TransferSpec('S', "", -1, -1, 1, 0, -1);
        Backends.Found found = backends.find(absolute(path));
        Reading reading = found.backend().list(verb, found.path());
        send(path, found.backend(), asked.mode() == 'E' && verb.equals("MLSD") ? asked : spec, reading);
    }

    private void send(String path, Backend backend, TransferSpec spec, Reading reading) throws IOException {
        reply(150, "Here it comes.");
        DataSink sink;
        try {
            sink = data.openSink(spec, reading.startOffset());
        } catch (IOException e) {
            reading.source().close();
            backends.forget(backend);
            throw asFtpError(e);
        }
        start(new TransferTask(reading.source(), sink, reading.completion(), settings.idle().toNanos()), backend, path,
                spec, false);
    }

    private void store(String path, long partialOffset, boolean append) throws IOException {
        TransferSpec asked = takeSpec(partialOffset, -1);
        TransferSpec spec = asked.mode() == 'E' && asked.streams() == 1
                ? new TransferSpec('E', asked.restart(), partialOffset, -1, 4, bufferBytes, asked.allocateBytes())
                : asked;
        Backends.Found found = backends.find(absolute(path));
        if (!data.isSet()) {
            throw new FtpError(425, "send PASV, EPSV, PORT or EPRT first");
        }
        Writing writing = found.backend().store(found.path(), spec, append);
        reply(150, "Go on.");
        DataSource source;
        try {
            source = data.openSource(spec, spec.isPartial() ? spec.partialOffset() : spec.restartOffset());
        } catch (IOException e) {
            writing.sink().close();
            backends.forget(found.backend());
            throw asFtpError(e);
        }
        start(new TransferTask(source, writing.sink(), writing.completion(), settings.idle().toNanos()),
                found.backend(), path, spec, true);
    }

    private static FtpError asFtpError(IOException e) {
        return e instanceof FtpError known ? known : new FtpError(425, "no data connection: " + e.getMessage());
    }

    /** REST and ALLO hold for one transfer. */
    private TransferSpec takeSpec(long partialOffset, long partialBytes) {
        TransferSpec spec = spec(partialOffset, partialBytes);
        restart = "";
        allocateBytes = -1;
        return spec;
    }

    private void start(TransferTask task, Backend backend, String path, TransferSpec spec, boolean toFarHost) {
        running = task;
        transferThread = Thread.ofVirtual().name("gateway-transfer").start(() -> {
            long startNs = System.nanoTime();
            FtpReply last = task.run(this::sendMarker);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            if (!last.isPositive()) {
                backends.forget(backend);
            }
            listener.onTransfer(new GatewayListener.Transfer(control.peer(), backend.host(), toFarHost,
                    Printable.of(path), task.bytes(), seconds, spec.streams(), last.isPositive() ? "" : last.text()));
            running = null;
            sendMarker(last);
        });
    }

    private void sendMarker(FtpReply reply) {
        try {
            control.reply(reply);
        } catch (IOException gone) {
            control.close();
        }
    }

    private void awaitTransfer() throws IOException {
        Thread thread = transferThread;
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        transferThread = null;
    }

    private void abort() throws IOException {
        TransferTask task = running;
        if (task != null) {
            task.abort();
        }
        awaitTransfer();
        reply(226, "Nothing is under way any more.");
    }

    private void status() throws IOException {
        TransferTask task = running;
        reply(211, task == null ? "Nothing is under way." : task.bytes() + " bytes so far.");
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

    private void checksum(String argument) throws IOException {
        Matcher matcher = CHECKSUM.matcher(argument);
        if (!matcher.matches()) {
            throw new FtpError(501, "CKSM takes ALGORITHM OFFSET LENGTH PATH");
        }
        forward("CKSM", matcher.group(1), matcher.group(2));
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
