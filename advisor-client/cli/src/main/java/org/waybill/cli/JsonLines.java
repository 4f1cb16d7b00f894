package org.waybill.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Json;

/** Each line of the log as a JSON object, with the stack trace inside, for programs that collect logs. */
final class JsonLines extends Formatter {
    @Override
    public String format(LogRecord line) {
        Map<String, @Nullable Object> object = Json.object(
                "time",
                line.getInstant().toString(),
                "level",
                level(line.getLevel()),
                "logger",
                line.getLoggerName(),
                "message",
                formatMessage(line));
        Throwable thrown = line.getThrown();
        if (thrown != null) {
            StringWriter stack = new StringWriter();
            thrown.printStackTrace(new PrintWriter(stack, true));
            object.put("stack", stack.toString());
        }
        return Json.line(object) + "\n";
    }

    /** As most programs call them. */
    private static String level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (value >= Level.WARNING.intValue()) {
            return "warn";
        }
        return value >= Level.INFO.intValue() ? "info" : "debug";
    }
}
