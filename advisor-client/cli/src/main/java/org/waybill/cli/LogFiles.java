package org.waybill.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.client.WaybillHome;
import org.waybill.platform.PrivateFiles;

/**
 * What the parts log goes to files under the home, never to the screen; what concerns security to files of its own,
 * which other lines cannot make be rotated away. No file is made until there is a line. Where another program collects the
 * logs, as of a container (decision 0312), {@code WAYBILL_LOGS} has them on standard error, or as JSON, or both.
 */
final class LogFiles extends Handler {
    private static final String VARIABLE = "WAYBILL_LOGS";
    private static final String AS_JSON = "json";
    private static final String ON_STDERR = "stderr";
    private static final int BYTES_PER_FILE = 4 << 20;
    private static final int FILES = 3;
    private static final String SECURITY = "org.waybill.security";
    private static final int SECURITY_FILES = 8;
    private static final String FORMAT = "%1$tFT%1$tT.%1$tL %4$s %3$s %5$s%6$s%n";

    /** Held: the log manager forgets loggers without references, and their levels with them. */
    private static final Logger OURS = Logger.getLogger("org.waybill");

    private static final Logger WHO_MAY = Logger.getLogger(SECURITY);
    /** The grid's TLS reports every handshake and of settings of the JDK that it does not know. */
    private static final Logger GRID_TLS = Logger.getLogger("org.bouncycastle");

    private final Path directory;
    private final String name;
    private final int files;
    private final List<String> form;
    private @Nullable StreamHandler file;
    private boolean failed;

    private LogFiles(Path directory, String name, int files, List<String> form) {
        this.directory = directory;
        this.name = name;
        this.files = files;
        this.form = form;
    }

    /** Refuses another {@code WAYBILL_LOGS} than {@code json}, {@code stderr} or both, as a bad argument is. */
    static void install(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        List<String> form = named.isEmpty() ? List.of() : List.of(named.split(","));
        if (!List.of(AS_JSON, ON_STDERR).containsAll(form)) {
            throw Invalid.value(VARIABLE, named, "json, stderr, or json,stderr");
        }
        LogManager.getLogManager().reset();
        System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
        Logger root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        OURS.setLevel(Level.INFO);
        GRID_TLS.setLevel(Level.SEVERE);
        Path directory = WaybillHome.of(environment).logs();
        root.addHandler(new LogFiles(directory, "waybill", FILES, form));
        WHO_MAY.setUseParentHandlers(false);
        WHO_MAY.addHandler(new LogFiles(directory, "security", SECURITY_FILES, form));
    }

    @Override
    public synchronized void publish(LogRecord line) {
        if (file == null && !failed) {
            open();
        }
        if (file != null) {
            line.setMessage(line.getMessage() == null ? "" : PrintableText.of(line.getMessage()));
            file.publish(line);
            file.flush();
        }
    }

    private void open() {
        try {
            StreamHandler opened = isOnStderr() ? new StreamHandler(System.err, new SimpleFormatter()) : rotating();
            opened.setErrorManager(new ErrorManager() {
                @Override
                public synchronized void error(String what, @Nullable Exception why, int code) {
                    // a disk that is full or fails must not put stacks between a command's lines
                }
            });
            opened.setLevel(Level.ALL);
            opened.setEncoding("UTF-8");
            opened.setFormatter(form.contains(AS_JSON) ? new JsonLines() : new SimpleFormatter());
            file = opened;
        } catch (IOException e) {
            failed = true; // a full or read-only disk must not stop a command from saying what is wrong
        }
    }

    private boolean isOnStderr() {
        return form.contains(ON_STDERR);
    }

    private FileHandler rotating() throws IOException {
        PrivateFiles.createDirectory(directory);
        // %u: several processes of one home write each to a file of its own
        String pattern = directory.toString().replace("%", "%%") + "/" + name + "-%u.%g.log";
        return new FileHandler(pattern, BYTES_PER_FILE, files, true);
    }

    @Override
    public synchronized void flush() {
        if (file != null) {
            file.flush();
        }
    }

    @Override
    public synchronized void close() {
        flush();
        if (file != null && !isOnStderr()) { // others write there still
            file.close();
        }
        file = null;
    }
}
