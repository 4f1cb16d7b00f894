package org.waybill.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of what commands print. A published one lets fields and words of later versions pass (decision 0223); a
 * test must not, and so what a document has and its schema does not know fails here.
 */
public final class Schemas {
    static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    /** Describes a shape that only documents of later versions have. */
    static final String OF_LATER = "of a later version";

    static final Path DIRECTORY = ROOT.resolve("schemas");

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<String, Schema> CLOSED = new ConcurrentHashMap<>();

    private Schemas() {}

    /**
     * Compares what a command printed with its schema, or with that of an error.
     *
     * @param name the command's words, with hyphens between them
     */
    public static void check(String name, String printed) {
        JsonNode document = JsonMapper.shared().readTree(printed);
        boolean failed = document.has("exitCode")
                && document.has("status")
                && !document.get("status").asString().equals("OK");
        check(failed ? "error" : name, document);
    }

    static void check(String name, JsonNode document) {
        Schema schema = CLOSED.computeIfAbsent(name, one -> REGISTRY.getSchema(closed(read(one))));
        assertThat(schema.validate(document))
                .as("%s against schemas/%s.schema.json (see SchemasTest)", document, name)
                .isEmpty();
    }

    static Schema published(String name) {
        return REGISTRY.getSchema(read(name));
    }

    static JsonNode read(String name) {
        try {
            return JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve(name + ".schema.json")));
        } catch (NoSuchFileException e) {
            throw new AssertionError("'" + name + "' has no schema: see Documents and SchemasTest", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema without room for what it does not name. */
    private static JsonNode closed(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            if (object.has("properties")) {
                object.put("additionalProperties", false);
                object.get("properties").values().forEach(Schemas::closed);
            } else if (object.get("additionalProperties") != null) {
                closed(object.get("additionalProperties"));
            }
            if (object.remove("examples") instanceof ArrayNode words) {
                if (object.get("type").isArray()) {
                    words.addNull();
                }
                object.set("enum", words);
            }
            for (String below : new String[] {"anyOf", "oneOf"}) {
                if (object.get(below) instanceof ArrayNode shapes) {
                    shapes.removeIf(
                            shape -> shape.path("description").asString("").equals(OF_LATER));
                    shapes.values().forEach(Schemas::closed);
                }
            }
            object.path("$defs").values().forEach(Schemas::closed);
            closed(object.path("items"));
        }
        return schema;
    }
}
