package org.waybill.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published schemas are those of the records. What commands really print is compared with them in {@link Cli}, by
 * every test that runs one with {@code --json}.
 *
 * <p>A change of a record fails {@link #areTheRecords}; {@code -Dwaybill.test.schemas=write} then writes the files
 * again, and {@code git diff} shows whether readers lose something, which requires a new version (decision 0223).
 */
class SchemasTest {
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @TempDir
    private Path directory;

    @Test
    void areTheRecords() throws IOException {
        Map<String, ObjectNode> records = Documents.all();
        if (System.getProperty("waybill.test.schemas", "").equals("write")) {
            for (Map.Entry<String, ObjectNode> one : records.entrySet()) {
                Files.writeString(
                        Schemas.DIRECTORY.resolve(one.getKey() + ".schema.json"),
                        INDENTED.writeValueAsString(one.getValue()) + "\n");
            }
        }
        Map<String, JsonNode> files = new TreeMap<>();
        names().forEach(name -> files.put(name, Schemas.read(name)));

        assertThat(files.keySet()).isEqualTo(records.keySet());
        records.forEach((name, schema) -> assertThat(undescribed(files.get(name)))
                .as("schemas/%s.schema.json; written again with -Dwaybill.test.schemas=write", name)
                .isEqualTo(undescribed(schema)));
    }

    @Test
    void areValidAndEachHasAnIdWithItsVersion() throws IOException {
        var meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));
        for (String name : names()) {
            assertThat(meta.validate(Schemas.read(name))).as(name).isEmpty();
            assertThat(Schemas.read(name).get("$id").asString()).isEqualTo("urn:waybill:schema:" + name + ":1");
        }
    }

    @Test
    void areThereForEveryCommandThatAnswersInJson() throws IOException {
        assertThat(names()).containsAll(Cli.commandsWithJson());
    }

    @Test
    void holdForACopyAndForEachOfItsEvents() throws IOException {
        Path source = Files.writeString(directory.resolve("a file"), "content");
        Path events = directory.resolve("events");
        Cli cli = new Cli(directory);

        assertThat(cli.runLine("copy --json --events %s %s %s", events, source, directory.resolve("copy"))
                        .code())
                .isZero();
        assertThat(cli.run("copy", "--json", "--events", events + "2", source + ".not", "copy2")
                        .code())
                .isEqualTo(3);

        for (Path file : new Path[] {events, Path.of(events + "2")}) {
            assertThat(Files.readAllLines(file))
                    .isNotEmpty()
                    .allSatisfy(
                            line -> Schemas.check("event", JsonMapper.shared().readTree(line)));
        }
    }

    @Test
    void aFieldThatIsNotInTheSchemaFailsTestsAndNoReader() throws IOException {
        Path source = Files.writeString(directory.resolve("a file"), "content");
        ObjectNode copy = (ObjectNode) new Cli(directory)
                .runLine("copy --json %s %s", source, directory.resolve("copy"))
                .json();
        copy.put("status", "OF_LATER").put("ofLater", 1);

        assertThat(Schemas.published("copy").validate(copy)).isEmpty();
        assertThatThrownBy(() -> Schemas.check("copy", copy))
                .hasMessageContaining("ofLater")
                .hasMessageContaining("status");
        copy.remove("bytes");
        assertThat(Schemas.published("copy").validate(copy)).isNotEmpty();
    }

    private static TreeSet<String> names() throws IOException {
        try (Stream<Path> files = Files.list(Schemas.DIRECTORY)) {
            TreeSet<String> names = new TreeSet<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".schema.json"))
                    .forEach(name -> names.add(name.replace(".schema.json", "")));
            return names;
        }
    }

    /** Without texts: those come from the Javadoc, whose words may change at any time. */
    private static JsonNode undescribed(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        copy.findParents("description").stream()
                .filter(parent -> parent.get("description").isString())
                .forEach(parent -> ((ObjectNode) parent).remove("description"));
        return copy;
    }
}
