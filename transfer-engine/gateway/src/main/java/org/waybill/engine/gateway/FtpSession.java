package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.AdmittedConnection;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Printable;

/**
 * One client's session (RFC 959, 2389, 2428, 3659; GFD.20). The control channel is read on while data flow, so that
 * ABOR, STAT and SBUF are heard during a transfer.
 */
final class FtpSession {
    private static final System.Logger LOG = System.getLogger(FtpSession.class.getName());
    private static final Set<String> BEFORE_LOG_IN = Set.of(
            "USER", "PASS", "QUIT", "FEAT", "HELP", "SYST", "NOOP", "SITE", "OPTS", "AUTH", "ADAT", "CLEAR", "PBSZ",
            "DCAU", "PROT");
    private static final Set<String> DURING_TRANSFER = Set.of("ABOR", "STAT", "SBUF", "NOOP", "QUIT");
    private static final List<String> FEATURES = List.of(
            "Extensions supported:",
            "CKSM " + String.join(";", Checksums.NAMES) + ";",
            "DCAU",
            "EPRT",
            "EPSV",
            "ERET",
            "ESTO",
            "MDTM",
            "MFMT",
            "MLST Type*;Size*;Modify*;Perm*;",
            "PARALLEL",
            "REST STREAM",
            "SBUF",
            "SIZE",
            "SPAS",
            "SPOR",
            "UTF8",
            "End");

    private final ControlChannel control;
    private final AdmittedConnection visitor;
    private final Backends backends;
    private final ClientData data;
    private final TransferCommands transfers;
    private final Map<String, CommandSet.Handler> handlers = new TreeMap<>();

    private @Nullable String user;
    private volatile boolean loggedIn;
    private final @Nullable GsiLogIn gsi;
    private boolean exchanging;
    private boolean gsiDone;
    private boolean quit;

    FtpSession(
            ControlChannel control,
            AdmittedConnection visitor,
            GatewaySettings settings,
            DestinationPolicy policy,
            @Nullable Backend own,
            GatewayListener listener) {
        this.control = control;
        this.visitor = visitor;
        DestinationPolicy destinations = policy.forSession();
        this.backends = new Backends(destinations, own, settings.gsi() != null, settings.patience());
        this.data = new ClientData(control.local(), control.peer(), destinations, settings.patience());
        GsiSettings security = settings.gsi();
        this.gsi = security == null ? null : new GsiLogIn(security);
        FileCommands files = new FileCommands(control, backends);
        this.transfers = new TransferCommands(control, visitor, settings, backends, data, files, listener);
        handlers.putAll(general());
        handlers.putAll(files.handlers());
        handlers.putAll(transfers.handlers());
        handlers.putAll(transfers.settings().handlers());
    }

    private Map<String, CommandSet.Handler> general() {
        return Map.ofEntries(
                Map.entry("USER", this::userName),
                Map.entry("PASS", this::password),
                Map.entry("QUIT", argument -> quit()),
                Map.entry("NOOP", argument -> control.reply(200, "OK.")),
                Map.entry("SYST", argument -> control.reply(215, "UNIX Type: L8")),
                Map.entry("FEAT", argument -> control.reply(new FtpReply(211, FEATURES))),
                Map.entry("HELP", argument -> help()),
                Map.entry("AUTH", argument -> control.reply(gsi().auth(argument))),
                Map.entry("ADAT", this::adat),
                Map.entry("CLEAR", argument -> control.reply(533, "Commands are protected now: " + argument)),
                Map.entry("PBSZ", argument -> control.reply(200, "PBSZ=1048576")),
                Map.entry("DCAU", argument -> secureData(gsi().dcau(argument))),
                Map.entry("PROT", argument -> secureData(gsi().prot(argument))));
    }

    /** Serves the client until it goes. */
    void run() throws IOException {
        try {
            control.reply(220, "Waybill gateway ready.");
            FtpCommand command = control.nextCommand();
            while (command != null) {
                obey(command);
                command = quit ? null : control.nextCommand();
            }
            transfers.awaitEnd();
        } finally {
            transfers.stop();
            data.close();
            backends.close();
        }
    }

    private void obey(FtpCommand command) throws IOException {
        visitor.spoke();
        LOG.log(System.Logger.Level.DEBUG, () -> control.peer().getHostAddress() + " " + command.forLog());
        try {
            CommandSet.Handler handler = handlers.get(command.verb());
            if (handler == null) {
                control.reply(502, "Unknown command: " + Printable.of(command.verb()));
            } else if (!loggedIn && !BEFORE_LOG_IN.contains(command.verb())) {
                control.reply(530, "Log in with USER and PASS first.");
            } else if (!command.isText()) {
                control.reply(501, "Names in FTP are UTF-8 (RFC 2640), and this line is not: rename the file.");
            } else if (!Printable.fitsOneLine(command.argument())) {
                control.reply(501, "FTP cannot carry CR, LF or NUL in a name.");
            } else {
                if (transfers.isUnderWay() && !DURING_TRANSFER.contains(command.verb())) {
                    transfers.awaitEnd();
                }
                handler.handle(command.argument());
            }
        } catch (FtpError e) {
            control.reply(e.reply());
        }
    }

    private void userName(String name) throws IOException {
        user = name;
        loggedIn = false;
        control.reply(331, "Password required; it is passed to the destination server.");
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
        visitor.idles();
        control.reply(230, "Logged in.");
    }

    private GsiLogIn gsi() throws FtpError {
        GsiLogIn login = gsi;
        if (login == null) {
            throw new FtpError(504, "this gateway has no grid security: it was started without a host certificate");
        }
        return login;
    }

    private void adat(String token) throws IOException {
        if (!exchanging) {
            awaitTurn();
        }
        FtpReply reply = gsi().adat(token);
        control.reply(reply);
        if (reply.code() == 235) {
            control.protect(gsi().context());
            gsiDone = true;
        }
    }

    private void awaitTurn() throws IOException {
        try {
            visitor.awaitTurn();
            exchanging = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
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
        transfers.awaitEnd();
        quit = true;
        control.reply(221, "Goodbye.");
    }

    private void help() throws IOException {
        List<String> lines = new ArrayList<>(List.of("Known commands:"));
        lines.addAll(handlers.keySet());
        lines.add("Name another server in the path: RETR /ftp://HOST:PORT//PATH");
        control.reply(new FtpReply(214, lines));
    }
}
