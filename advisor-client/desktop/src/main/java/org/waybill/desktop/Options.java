package org.waybill.desktop;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the window is started with.
 *
 * @param source filled in at the start; empty for none
 * @param destination likewise
 * @param theme null to follow the system
 * @param service the advisor service to ask, null for the home's own
 */
public record Options(
        String source,
        String destination,
        @Nullable Theme theme,
        @Nullable URI service) {

    /** What cannot be understood; the message says what would be right. */
    public static final class Misused extends Exception {
        private static final long serialVersionUID = 1L;

        Misused(String message) {
            super(message);
        }
    }

    /** Reads {@code [--theme light|dark] [--service URL] [SRC [DST]]}. */
    public static Options parse(String... arguments) throws Misused {
        List<String> ends = new ArrayList<>();
        Theme theme = null;
        URI service = null;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            int joined = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String option = joined < 0 ? argument : argument.substring(0, joined);
            if (option.equals("--theme") || option.equals("--service")) {
                String next = joined < 0 && ++i < arguments.length ? arguments[i] : "";
                String value = joined < 0 ? next : argument.substring(joined + 1);
                theme = option.equals("--theme") ? theme(value) : theme;
                service = option.equals("--service") ? service(value) : service;
            } else if (argument.startsWith("-") && argument.length() > 1) {
                throw new Misused("unknown option '" + argument + "' (see 'waybill desktop --help')");
            } else if (ends.size() == 2) {
                throw new Misused("more than a source and a destination: '" + argument + "'");
            } else {
                ends.add(argument);
            }
        }
        return new Options(
                ends.isEmpty() ? "" : ends.getFirst(), ends.size() < 2 ? "" : ends.getLast(), theme, service);
    }

    private static Theme theme(String name) throws Misused {
        return switch (name) {
            case "light" -> Theme.LIGHT;
            case "dark" -> Theme.DARK;
            default -> throw new Misused("--theme takes light or dark, not '" + name + "'");
        };
    }

    private static URI service(String url) throws Misused {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new Misused("--service takes a URL like https://HOST[:PORT], not '" + url + "'");
        }
    }
}
