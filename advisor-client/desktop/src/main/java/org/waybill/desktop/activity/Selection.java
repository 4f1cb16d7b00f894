package org.waybill.desktop.activity;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;

/**
 * A source, or some entries of a directory, as one text: the journal and the lists of the window have it. A name has
 * no zero character.
 *
 * @param names of the entries; empty for all of the source
 */
public record Selection(String source, List<String> names) {
    private static final String BETWEEN = "\0";

    public Selection {
        names = List.copyOf(names);
    }

    public static Selection parse(String text) {
        List<String> parts = List.of(text.split(BETWEEN));
        return new Selection(parts.getFirst(), parts.subList(1, parts.size()));
    }

    /** Of a request whose filter is {@link #filter}'s. */
    public static String text(AdviceRequest request) {
        List<String> all = new ArrayList<>(List.of(request.source().format()));
        ChosenPaths chosen = request.filter().chosen();
        if (chosen != null) {
            all.addAll(chosen.paths());
        }
        return String.join(BETWEEN, all);
    }

    /** What it copies of its source. */
    public EntryFilter filter() throws TransferException {
        try {
            return names.isEmpty()
                    ? EntryFilter.ALL
                    : new EntryFilter(List.of(), 0, Long.MAX_VALUE, null, null, ChosenPaths.of(names));
        } catch (BadFilterException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** In one line for people. */
    public static String shown(String text) {
        Selection parsed = parse(text);
        return Shown.of(parsed.source)
                + switch (parsed.names.size()) {
                    case 0 -> "";
                    case 1 -> Shown.of(parsed.names.getFirst());
                    default -> " (" + parsed.names.size() + " entries)";
                };
    }
}
