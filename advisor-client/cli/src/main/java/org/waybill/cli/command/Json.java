package org.waybill.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.platform.PrivateFiles;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON document of a command. Times are ISO-8601 UTC; what is unknown is null. Changes: decision 0223. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Json() {}

    public static void write(PrintStream out, Object document) {
        StandardOutput.mustTake(out);
        out.println(MAPPER.writeValueAsString(document));
    }

    /** An object of these keys and values, in this order. */
    public static Map<String, @Nullable Object> object(@Nullable Object... keysAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            object.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        }
        return object;
    }

    /** The usual document of a failure. */
    public static Map<String, @Nullable Object> failure(Reason reason, String message) {
        return object("status", reason.name(), "exitCode", reason.exitCode(), "message", message);
    }

    /** A document in one line. */
    public static String line(Object document) {
        return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(document);
    }

    /** A document of another process. */
    public static <T> T read(String document, Class<T> type) {
        return MAPPER.readValue(document, type);
    }

    /** The same into a file that is whole or not there. */
    public static void writeFile(Path file, Object document) throws IOException {
        PrivateFiles.replace(file, MAPPER.writeValueAsString(document) + "\n");
    }
}
