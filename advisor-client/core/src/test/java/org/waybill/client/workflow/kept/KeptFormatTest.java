package org.waybill.client.workflow.kept;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.client.workflow.SampleFacts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Advices that an earlier Waybill kept are still judged, and whoever changes what is kept decides what an earlier
 * Waybill is to make of it. A file {@code N.facts} lists what the facts of format N are, {@code N.advices} has advices
 * as they were kept, one a line; {@code -Dwaybill.test.kept=write} writes the list, and the advices of a new format.
 */
class KeptFormatTest {
    private static final Path DIRECTORY = Path.of(
            System.getProperty("waybill.root"),
            "advisor-client/core/src/test/resources/org/waybill/client/workflow/kept");
    private static final boolean WRITE =
            System.getProperty("waybill.test.kept", "").equals("write");
    private static final int MOST_SEEDS = 40;

    private final Set<String> facts = new TreeSet<>();
    private final Set<Type> seen = new HashSet<>();

    @Test
    void whatIsKeptIsThatOfItsFormat() throws IOException {
        add(AdviceFacts.class);
        Path file = DIRECTORY.resolve(KeptAdvice.FORMAT + ".facts");
        if (WRITE) {
            Files.createDirectories(DIRECTORY);
            Files.writeString(file, String.join("\n", facts) + "\n");
        }
        assertThat(facts)
                .as("facts of kept advices. A constant is new, or an older Waybill judges wrongly without a component:"
                        + " raise KeptAdvice.FORMAT. Older advices lack it: @Nullable, or a default in its record."
                        + " Then run this test with -Dwaybill.test.kept=write")
                .containsExactlyElementsOf(Files.readAllLines(file));
    }

    private void add(Type type) {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            add(generic.getRawType());
            List.of(generic.getActualTypeArguments()).forEach(this::add);
        } else if (type instanceof Class<?> one && one.getName().startsWith("org.waybill.")) {
            add(one);
        }
    }

    private void add(Class<?> type) {
        String name = type.getName().replaceFirst(".*\\.", "");
        if (type.isRecord()) {
            JsonIgnoreProperties ignored = type.getAnnotation(JsonIgnoreProperties.class);
            for (RecordComponent component : type.getRecordComponents()) {
                if (ignored == null || !List.of(ignored.value()).contains(component.getName())) {
                    facts.add(name + " " + component.getName() + ": " + shown(component.getAnnotatedType()));
                    add(component.getGenericType());
                }
            }
        } else if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                facts.add(name + " " + ((Enum<?>) constant).name());
            }
        } else if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                add((Type) permitted);
            }
        }
    }

    private static String shown(AnnotatedType type) {
        String name = type.getType().getTypeName().replaceAll("[a-z]\\w*\\.", "");
        return type.isAnnotationPresent(Nullable.class) ? name + ", or null" : name;
    }

    static List<Integer> formats() {
        List<Integer> formats = new ArrayList<>();
        for (int format = 1; format <= KeptAdvice.FORMAT; format++) {
            formats.add(format);
        }
        return formats;
    }

    @ParameterizedTest
    @MethodSource("formats")
    void advicesOfEachFormatAreJudged(int format) throws Exception {
        Path file = DIRECTORY.resolve(format + ".advices");
        if (WRITE && !Files.exists(file)) {
            Files.createDirectories(DIRECTORY);
            Files.write(file, samples());
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            KeptAdvice kept = KeptAdvice.parse(line, file.toString());
            assertThat(kept.format()).isEqualTo(format);
            assertThat(kept.replay(file.toString()).advice().workflows().isEmpty())
                    .isEqualTo(kept.advice().path("workflows").isEmpty());
        }
    }

    /** Of made-up facts those that have records which none before had. */
    private static List<String> samples() throws Exception {
        List<String> lines = new ArrayList<>();
        Set<String> records = new HashSet<>();
        for (long seed = 0; seed < MOST_SEEDS; seed++) {
            AdviceFacts facts = SampleFacts.of(seed);
            String line = KeptAdvice.of(facts, facts.judge().advice()).text().strip();
            Set<String> its = new HashSet<>();
            records(JsonMapper.shared().readTree(line).path("facts"), "", its);
            if (records.addAll(its)) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static void records(JsonNode node, String path, Set<String> all) {
        if (node.isObject()) {
            all.add(path);
            node.properties().forEach(field -> records(field.getValue(), path + "." + field.getKey(), all));
        } else {
            node.forEach(one -> records(one, path, all));
        }
    }
}
