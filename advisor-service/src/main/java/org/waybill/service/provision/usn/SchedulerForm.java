package org.waybill.service.provision.usn;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.waybill.service.InputChecks;
import org.waybill.service.provision.wire.SystemAccess;

/**
 * One form of a scheduler, from two settings of the access file: {@code NAME.request} is the form's fields with places
 * such as <code>{ingress}</code>, and {@code NAME.answer} is a regular expression for a line of the page that answers
 * it, with named groups.
 */
record SchedulerForm(String system, String name, String fields, Pattern answer) {
    private static final Pattern PLACE = Pattern.compile("\\{([a-zA-Z]+)}");
    /** An expression that backtracks must not have long lines to do it on. */
    private static final int LONGEST_LINE = 2_000;

    /** A form whose answer is not read. */
    static SchedulerForm of(SystemAccess access, String name) {
        return new SchedulerForm(access.name(), name, access.required(name + ".request"), Pattern.compile(""));
    }

    /** @param group that the expression for the answer must have; empty for none */
    static SchedulerForm of(SystemAccess access, String name, String group) {
        try {
            Pattern answer = Pattern.compile(access.required(name + ".answer"));
            if (group.isEmpty() || answer.namedGroups().containsKey(group)) {
                return new SchedulerForm(access.name(), name, access.required(name + ".request"), answer);
            }
        } catch (PatternSyntaxException _) {
            // reported below
        }
        throw InputChecks.bad("invalid " + name + ".answer in the access file of " + access.name()
                + ": expected a regular expression"
                + (group.isEmpty() ? "" : " with the group (?<" + group + ">...)"));
    }

    /** The form filled in, as browsers send it. */
    byte[] fill(Map<String, String> values) {
        return PLACE.matcher(fields)
                .replaceAll(place ->
                        Matcher.quoteReplacement(URLEncoder.encode(value(values, place), StandardCharsets.UTF_8)))
                .getBytes(StandardCharsets.UTF_8);
    }

    private String value(Map<String, String> values, MatchResult place) {
        String value = values.get(place.group(1));
        if (value == null) {
            throw InputChecks.bad(
                    "invalid " + name + ".request in the access file of " + system + ": no value for " + place.group());
        }
        return value;
    }

    /** The lines of a page that match. */
    Stream<MatchResult> read(byte[] page) {
        return new String(page, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.substring(0, Math.min(line.length(), LONGEST_LINE)))
                .map(answer::matcher)
                .filter(Matcher::find)
                .map(Matcher::toMatchResult);
    }
}
