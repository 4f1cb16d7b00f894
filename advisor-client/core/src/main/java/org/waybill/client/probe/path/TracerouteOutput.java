package org.waybill.client.probe.path;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;

/**
 * Reads what traceroute prints (Linux, BSD, macOS, BusyBox), whole or cut short. Where several routers answer for one
 * hop number, the one that answered most often represents it.
 */
final class TracerouteOutput {
    private static final int MOST_HOPS = 255;
    private static final Pattern LINE = Pattern.compile("\\s*(\\d{1,3})\\s+(\\S.*)");
    private static final Pattern BRACKETED = Pattern.compile("\\(([^()]+)\\)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern MTU = Pattern.compile("(?:\\bF=|!F-)(\\d{1,6})\\b");

    private TracerouteOutput() {}

    /** @param target the literal address that was traced, which shows whether it was reached */
    static Trace parse(String output, String target) {
        TreeMap<Integer, Hop> hops = new TreeMap<>();
        @Nullable Integer mtu = null;
        boolean reached = false;
        for (String line : (Iterable<String>) output.lines()::iterator) {
            Matcher numbered = LINE.matcher(line);
            if (!numbered.matches() || reached) {
                continue;
            }
            int number = Integer.parseInt(numbered.group(1));
            if (number < 1 || number > MOST_HOPS) {
                continue;
            }
            Matcher announced = MTU.matcher(line);
            if (announced.find()) {
                mtu = Integer.valueOf(announced.group(1));
            }
            Hop hop = new Line().read(numbered.group(2));
            hops.putIfAbsent(number, hop);
            reached = target.equals(hop.address());
        }
        return new Trace(Trace.fromFirst(hops), reached, mtu);
    }

    /** The answers of one hop: {@code name (address) 1.2 ms 1.1 ms !N  other (address) 2.0 ms *}. */
    private static final class Line {
        private static final class Answerer {
            private @Nullable String name;
            private int answers;
            private double rttMillis = Double.MAX_VALUE;
        }

        private final Map<String, Answerer> answerers = new LinkedHashMap<>();
        private @Nullable Answerer current;

        Hop read(String text) {
            String[] tokens = text.trim().split("\\s+");
            @Nullable String pendingName = null;
            for (int i = 0; i < tokens.length; i++) {
                Matcher bracketed = BRACKETED.matcher(tokens[i]);
                String address = Trace.literal(bracketed.matches() ? bracketed.group(1) : tokens[i]);
                boolean time = i + 1 < tokens.length
                        && tokens[i + 1].equals("ms")
                        && NUMBER.matcher(tokens[i]).matches();
                if (time) {
                    answered(Double.parseDouble(tokens[i]));
                    i++;
                } else if (address != null) {
                    current = answerers.computeIfAbsent(address, _ -> new Answerer());
                    current.name = pendingName == null || address.equals(Trace.literal(pendingName))
                            ? current.name
                            : pendingName;
                    pendingName = null;
                } else if (!tokens[i].equals("*")) {
                    pendingName = tokens[i];
                }
            }
            return best();
        }

        private void answered(double rttMillis) {
            if (current != null) {
                current.answers++;
                current.rttMillis = Math.min(current.rttMillis, rttMillis);
            }
        }

        private Hop best() {
            Hop best = Trace.SILENT;
            int most = 0;
            for (Map.Entry<String, Answerer> entry : answerers.entrySet()) {
                Answerer answerer = entry.getValue();
                if (answerer.answers > most) {
                    most = answerer.answers;
                    best = new Hop(entry.getKey(), answerer.name, answerer.rttMillis, null);
                }
            }
            return best;
        }
    }
}
