package org.waybill.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON that means one thing only: an object that names a member twice is refused, for one reader would take the first
 * and another the last (RFC 8259, section 4). Nests 64 levels at most.
 */
public final class StrictJson {
    private static final int DEEPEST = 64;
    private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"(.{0,60})");

    /** Reads strictly, writes as Jackson does. */
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .build();

    /** The same for what another system answers: a million tokens at most, or 8 MiB would become 300 in memory. */
    public static final JsonMapper ANSWERS = JsonMapper.builder(MAPPER.tokenStreamFactory()
                    .rebuild()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxTokenCount(1_000_000)
                            .build())
                    .build())
            .build();

    private StrictJson() {}

    /** What is wrong with a text that was refused, such as {@code not valid JSON}. */
    public static String problem(JacksonException refused) {
        Matcher twice = TWICE.matcher(String.valueOf(refused.getOriginalMessage()));
        return twice.find()
                ? "not valid JSON: an object has the member " + printable(twice.group(1)) + " twice"
                : "not valid JSON";
    }

    private static String printable(String name) {
        return name.replaceAll("\".*", "").replaceAll("[^\\x20-\\x7e]", "?");
    }
}
