package org.waybill.desktop;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

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

    /** Reads {@code [--theme light|dark] [--service URL] [SRC [DST]]}. */
    public static Options parse(String... arguments) throws TransferException {
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
                throw misused("unknown option '" + argument + "' (see 'waybill desktop --help')");
            } else if (ends.size() == 2) {
                throw misused("unexpected argument '" + argument + "': expected [SRC [DST]]");
            } else {
                ends.add(argument);
            }
        }
        return new Options(
                ends.isEmpty() ? "" : ends.getFirst(), ends.size() < 2 ? "" : ends.getLast(), theme, service);
    }

    private static TransferException misused(String message) {
        return new TransferException(Reason.BAD_INPUT, message);
    }

    private static Theme theme(String name) throws TransferException {
        return switch (name) {
            case "light" -> Theme.LIGHT;
            case "dark" -> Theme.DARK;
            default -> throw misused("invalid --theme '" + name + "': expected light or dark");
        };
    }

    private static URI service(String url) throws TransferException {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw misused("invalid --service '" + url + "': expected https://HOST[:PORT]");
        }
    }
}
