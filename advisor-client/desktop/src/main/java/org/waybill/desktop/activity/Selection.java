package org.waybill.desktop.activity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;

/**
 * A source, or some entries of a directory, and what a filter leaves of them, as one text: the journal and the lists of
 * the window have it. A name has no zero character. The filter's words come behind an empty name.
 *
 * @param names of the entries; empty for all of the source
 * @param rules of the filter, as words of {@link CopyRulesText}
 */
public record Selection(String source, List<String> names, List<String> rules) {
    private static final String BETWEEN = "\0";

    public Selection {
        names = List.copyOf(names);
        rules = List.copyOf(rules);
    }

    public static Selection parse(String text) {
        List<String> parts = Arrays.asList(text.split(BETWEEN));
        int end = parts.indexOf("") < 0 ? parts.size() : parts.indexOf("");
        return new Selection(
                parts.getFirst(),
                parts.subList(Math.min(1, end), end),
                parts.subList(Math.min(end + 1, parts.size()), parts.size()));
    }

    /** The words of a filter without its paths. */
    public static List<String> rules(EntryFilter filter) {
        return CopyRulesText.words(CopyRules.USUAL.with(filter.choosing(null)));
    }

    /** Of a request whose filter is {@link #filter}'s. */
    public static String text(AdviceRequest request) {
        List<String> parts = new ArrayList<>(List.of(request.source().format()));
        EntryFilter filter = request.filter();
        ChosenPaths chosen = filter.chosen();
        if (chosen != null) {
            parts.addAll(chosen.lines());
        }
        List<String> rules = rules(filter);
        if (!rules.isEmpty()) {
            parts.add("");
            parts.addAll(rules);
        }
        return String.join(BETWEEN, parts);
    }

    /**
     * What it copies of its source.
     *
     * @throws TransferException for rules that this version does not know
     */
    public EntryFilter filter() throws TransferException {
        EntryFilter all = CopyRulesText.parse(rules).filter();
        try {
            return names.isEmpty() ? all : all.choosing(ChosenPaths.of(names));
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
                }
                + (parsed.rules.isEmpty() ? "" : " (filtered)");
    }
}
