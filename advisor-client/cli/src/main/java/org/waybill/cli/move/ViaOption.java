package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.engine.NetworkPaths;
import org.waybill.protocol.Protocol;

/** What {@code --via} means. */
final class ViaOption {
    private static final String AUTO = "auto";
    private static final String DISJOINT = "disjoint";
    private static final String NONE = "none";
    private static final int MOST_PATHS = 8;

    private ViaOption() {}

    /** Paths over relays, asked for only where the choice is ours. */
    interface Known {
        /** Those that may be tried. */
        List<List<String>> candidates();

        /** Those of them that did no harm. */
        List<List<String>> harmless(List<List<String>> paths);

        /** Those that are used at once. */
        List<List<String>> disjoint();

        /** These, which the user named; refuses relays that nothing is known of. */
        List<List<String>> named(List<List<String>> paths);
    }

    /** The paths that were requested, null where nothing was said. */
    static @Nullable NetworkPaths parse(List<String> options, Known known) {
        if (options.isEmpty()) {
            return null;
        }
        if (options.size() == 1 && options.getFirst().regionMatches(true, 0, AUTO, 0, AUTO.length())) {
            String rest = options.getFirst().substring(AUTO.length());
            if (rest.isEmpty()) {
                return NetworkPaths.amongPaths(known.candidates());
            }
            if (rest.startsWith(":")) {
                return NetworkPaths.amongPaths(known.harmless(known.named(
                        relays(rest.substring(1)).stream().map(List::of).toList())));
            }
        }
        if (options.size() == 1 && options.getFirst().equalsIgnoreCase(DISJOINT)) {
            return new NetworkPaths(known.disjoint(), List.of(), false);
        }
        if (options.size() > MOST_PATHS) {
            throw Invalid.usage(options.size() + " paths are more than " + MOST_PATHS);
        }
        List<List<String>> paths = new ArrayList<>();
        for (String option : options) {
            paths.add(option.equalsIgnoreCase(NONE) ? List.of() : relays(option));
        }
        try {
            return new NetworkPaths(known.named(paths), List.of(), false);
        } catch (CommandFailure e) {
            for (String option : options) {
                for (String word : List.of(AUTO, DISJOINT, NONE)) {
                    if (isNear(option.toLowerCase(Locale.ROOT), word)) {
                        throw Invalid.usage("invalid --via '" + option + "': did you mean '" + word + "'?", e);
                    }
                }
            }
            throw e;
        }
    }

    /** Whether the letters are those of a word, but for one of them, in whatever order. */
    private static boolean isNear(String text, String word) {
        String rest = word;
        for (int i = 0; i < text.length(); i++) {
            rest = rest.replaceFirst(Pattern.quote(text.substring(i, i + 1)), "");
        }
        return rest.length() <= 1 && Math.abs(text.length() - word.length()) <= 1;
    }

    private static List<String> relays(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(relay -> HostPort.parse(relay.strip(), Protocol.NODE_PORT).toString())
                .toList();
    }
}
