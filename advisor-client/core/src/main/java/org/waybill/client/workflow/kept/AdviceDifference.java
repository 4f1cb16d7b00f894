package org.waybill.client.workflow.kept;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One value that is not as it was kept.
 *
 * @param at where in the advice: {@code workflows[sftp].estimate.secondsP50}
 * @param kept the value as it was kept
 * @param now the value of today's judgement
 */
public record AdviceDifference(String at, String kept, String now) {
    /** Sentences may be worded better any day; ranking, numbers and codes may not change unnoticed. */
    static final Set<String> WORDS = Set.of("text", "title", "security", "steps", "method", "reason", "banner");

    private static final String NOTHING = "nothing";

    /** All differences; what only the new advice has is of a later version, and is none. */
    static List<AdviceDifference> between(JsonNode kept, JsonNode now) {
        List<AdviceDifference> found = new ArrayList<>();
        compare("", kept, now, found);
        return found;
    }

    private static void compare(String at, JsonNode kept, JsonNode now, List<AdviceDifference> found) {
        if (kept.isObject() && now.isObject()) {
            for (Map.Entry<String, JsonNode> field : kept.properties()) {
                if (!WORDS.contains(field.getKey())) {
                    String name = at.isEmpty() ? field.getKey() : at + "." + field.getKey();
                    compare(name, field.getValue(), now.path(field.getKey()), found);
                }
            }
        } else if (kept.isArray() && now.isArray()) {
            Map<String, JsonNode> before = named(kept);
            Map<String, JsonNode> after = named(now);
            if (!List.copyOf(before.keySet()).equals(List.copyOf(after.keySet()))) {
                found.add(new AdviceDifference(
                        at, String.join(", ", before.keySet()), String.join(", ", after.keySet())));
            }
            before.forEach((name, one) -> {
                JsonNode other = after.get(name);
                if (other != null) {
                    compare(at + "[" + name + "]", one, other, found);
                }
            });
        } else if (!kept.equals(now)) {
            found.add(new AdviceDifference(at, shown(kept), shown(now)));
        }
    }

    /** Options and reasons by what they are, in their order; all else by its place. */
    private static Map<String, JsonNode> named(JsonNode array) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        for (JsonNode one : array) {
            String place = String.valueOf(named.size() + 1);
            String name = one.path("id").asString(one.path("code").asString(place));
            named.put(named.containsKey(name) ? name + " " + place : name, one);
        }
        return named;
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode() ? NOTHING : value.isString() ? value.asString() : value.toString();
    }

    @Override
    public String toString() {
        return at + ": kept " + kept + ", now " + now;
    }
}
