package org.waybill.service.history.importing;

import java.util.function.ObjLongConsumer;
import org.waybill.service.StrictJson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON objects of a text: one a line, or in arrays, or one after the other over several lines. With one a line a broken
 * line costs itself alone; else what comes before the break is good.
 */
final class JsonRecords {
    private static final JsonMapper JSON = StrictJson.MAPPER;

    private JsonRecords() {}

    /** Hands each object and the line that it begins at to {@code each}. */
    static void read(String text, long firstLine, ImportResult imported, ObjLongConsumer<JsonNode> each) {
        if (isOneALine(text)) {
            long number = firstLine;
            for (String line : (Iterable<String>) text.lines()::iterator) {
                document(line, number++, imported, each);
            }
        } else {
            document(text, firstLine, imported, each);
        }
    }

    private static boolean isOneALine(String text) {
        String first = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
        return first.startsWith("{") && first.endsWith("}");
    }

    private static void document(String text, long firstLine, ImportResult imported, ObjLongConsumer<JsonNode> each) {
        long line = firstLine;
        try (JsonParser parser = JSON.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                line = firstLine + parser.currentTokenLocation().getLineNr() - 1;
                if (token == JsonToken.START_OBJECT) {
                    JsonNode record = parser.readValueAsTree();
                    each.accept(record, line);
                } else if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
                    imported.problem(line, "expected an object, not " + ImportResult.quoted(parser.getString()));
                }
            }
        } catch (JacksonException e) {
            imported.problem(
                    line,
                    StrictJson.problem(e) + " from this line"
                            + (e.getLocation() == null
                                    ? ""
                                    : " to line " + (firstLine + e.getLocation().getLineNr() - 1))
                            + ": truncated or damaged");
        }
    }
}
