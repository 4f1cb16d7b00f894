package org.waybill.cli.schema;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes down as JSON Schema what Jackson makes of a Java type. One for each schema: it gathers the definitions. */
final class SchemaWriter {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final ObjectNode definitions = MAPPER.createObjectNode();
    private final Javadocs javadocs;

    SchemaWriter(Javadocs javadocs) {
        this.javadocs = javadocs;
    }

    /** Definitions that the schemas made until now refer to. */
    ObjectNode definitions() {
        return definitions;
    }

    /** The properties of a record, where they are needed in place and not as a reference. */
    ObjectNode inline(Class<?> type) {
        reference(MAPPER.constructType(type));
        return (ObjectNode) definitions.remove(name(type));
    }

    ObjectNode of(Class<?> type) {
        return of(MAPPER.constructType(type));
    }

    private ObjectNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw.isEnum()) {
            return known(Arrays.stream(raw.getEnumConstants())
                    .map(one -> MAPPER.valueToTree(one).asString())
                    .toList());
        } else if (raw == Instant.class) {
            return simple("string").put("format", "date-time");
        } else if (raw == Duration.class) {
            return simple("string").put("format", "duration");
        } else if (raw == String.class || raw == URI.class || raw == Path.class) {
            return simple("string");
        } else if (raw == boolean.class || raw == Boolean.class) {
            return simple("boolean");
        } else if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return simple("integer");
        } else if (raw == double.class || raw == Double.class || raw == Number.class) {
            return simple("number");
        } else if (type.isMapLikeType()) {
            return simple("object").set("additionalProperties", of(type.getContentType()));
        } else if (type.isContainerType()) {
            return list(of(type.getContentType()));
        }
        return reference(type);
    }

    static ObjectNode simple(String type) {
        return MAPPER.createObjectNode().put("type", type);
    }

    static ObjectNode list(ObjectNode items) {
        return simple("array").set("items", items);
    }

    /** A word of which these are known today; others may come, so that they are not an {@code enum}. */
    static ObjectNode known(List<String> words) {
        ObjectNode schema = simple("string");
        words.forEach(schema.putArray("examples")::add);
        return schema;
    }

    static ObjectNode nullable(ObjectNode schema) {
        if (schema.has("type")) {
            String type = schema.get("type").asString();
            schema.putArray("type").add(type).add("null");
            return schema;
        }
        ObjectNode either = MAPPER.createObjectNode();
        either.putArray("anyOf").add(schema).add(simple("null"));
        return either;
    }

    /** An object with these properties, all of which are always there. */
    static ObjectNode object(Map<String, ObjectNode> properties) {
        ObjectNode schema = simple("object");
        ObjectNode all = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        properties.forEach((name, property) -> {
            all.set(name, property);
            required.add(name);
        });
        return schema;
    }

    private ObjectNode reference(JavaType type) {
        String name = name(type.getRawClass());
        if (!definitions.has(name)) {
            ObjectNode schema = simple("object");
            definitions.set(name, schema); // before its properties: types may hold themselves
            ObjectNode properties = schema.putObject("properties");
            ArrayNode required = schema.putArray("required");
            Map<String, String> texts = javadocs.of(type.getRawClass());
            for (BeanProperty property : properties(type)) {
                ObjectNode one = of(property.getType());
                one = isNullable(property) ? nullable(one) : one;
                if (texts.containsKey(property.getName())) {
                    one.put("description", texts.get(property.getName()));
                }
                properties.set(property.getName(), one);
                required.add(property.getName());
            }
            if (required.isEmpty()) {
                throw new IllegalStateException(type + " has no properties");
            }
        }
        return MAPPER.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    private static String name(Class<?> type) {
        return type.getSimpleName();
    }

    private static List<BeanProperty> properties(JavaType type) {
        List<BeanProperty> found = new ArrayList<>();
        MAPPER.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base() {
            @Override
            public JsonObjectFormatVisitor expectObjectFormat(JavaType asked) {
                return new JsonObjectFormatVisitor.Base(getContext()) {
                    @Override
                    public void property(BeanProperty property) {
                        found.add(property);
                    }

                    @Override
                    public void optionalProperty(BeanProperty property) {
                        found.add(property);
                    }
                };
            }
        });
        return found;
    }

    private static boolean isNullable(BeanProperty property) {
        @Nullable AnnotatedElement member = property.getMember().getAnnotated();
        AnnotatedType type =
                member instanceof Method method ? method.getAnnotatedReturnType() : ((Field) member).getAnnotatedType();
        return type.isAnnotationPresent(Nullable.class);
    }
}
