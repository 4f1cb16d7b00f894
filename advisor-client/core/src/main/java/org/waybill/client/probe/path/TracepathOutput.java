package org.waybill.client.probe.path;

import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;

/**
 * Reads what iputils' tracepath prints, whole or cut short. A line with {@code pmtu} reports a packet that was too
 * large, from this host or a router before; the hop itself follows in another line of the same number.
 */
final class TracepathOutput {
    private static final int MOST_HOPS = 255;
    private static final Pattern LINE = Pattern.compile("\\s*(\\d{1,3})(\\?)?:\\s+(\\S.*)");
    private static final Pattern REPLY =
            Pattern.compile("(\\S+)(?:\\s+\\(([^)\\s]+)\\))?\\s+(\\d+(?:\\.\\d+)?)\\s*ms\\b(.*)");
    private static final Pattern MTU = Pattern.compile("\\bpmtu (\\d{1,6})\\b");
    private static final Pattern REACHED = Pattern.compile("\\breached\\b");

    private TracepathOutput() {}

    static Trace parse(String output) {
        TreeMap<Integer, Hop> hops = new TreeMap<>();
        @Nullable Integer mtu = null;
        boolean reached = false;
        for (String line : (Iterable<String>) output.lines()::iterator) {
            Matcher announced = MTU.matcher(line);
            if (announced.find()) {
                mtu = Integer.valueOf(announced.group(1));
            }
            Matcher numbered = LINE.matcher(line);
            if (!numbered.matches() || reached) {
                continue;
            }
            int number = Integer.parseInt(numbered.group(1));
            Matcher reply = REPLY.matcher(numbered.group(3));
            if (number < 1 || number > MOST_HOPS || numbered.group(2) != null) {
                continue;
            }
            @Nullable Hop hop = reply.matches() && !MTU.matcher(reply.group(4)).find() ? hop(reply) : null;
            if (hop == null) {
                hops.putIfAbsent(number, Trace.SILENT);
                continue;
            }
            reached = REACHED.matcher(reply.group(4)).find();
            Hop before = hops.get(number);
            hops.put(number, before != null && !reached ? Trace.quicker(before, hop) : hop);
        }
        return new Trace(Trace.fromFirst(hops), reached, mtu);
    }

    private static @Nullable Hop hop(Matcher reply) {
        String first = reply.group(1);
        String bracketed = reply.group(2);
        String address = Trace.literal(bracketed == null ? first : bracketed);
        if (address == null) {
            return null;
        }
        String name = bracketed == null || bracketed.equals(first) ? null : first;
        return new Hop(address, name, Double.valueOf(reply.group(3)), null);
    }
}
