package org.waybill.engine;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;

/** Rules as words, for a node: each is a name, a blank, and the value; what is as usual has none. */
public final class CopyRulesText {
    private static final int MOST_RULES = 100_000;

    /** Said with the rules of what a node sends on: one that does not obey them there does not know this word either. */
    private static final String SENDING_ON = "of sending-on";

    private CopyRulesText() {}

    /** What a node has to know that sends on what it holds; nothing where all is sent on. */
    public static List<String> ofSendingOn(CopyRules rules) {
        List<String> words = words(rules.with(Set.of()).ofSource());
        if (!words.isEmpty()) {
            words.addFirst(SENDING_ON);
        }
        return words;
    }

    /** What the node has to know that sends: what is copied, and what becomes of it. */
    public static List<String> words(CopyRules rules) {
        List<String> words = new ArrayList<>();
        add(words, "links", rules.links() == CopyRules.USUAL.links() ? null : rules.links());
        add(words, "overwrite", rules.overwrite() == CopyRules.USUAL.overwrite() ? null : rules.overwrite());
        add(words, "backup-directory", rules.backupDirectory().isEmpty() ? null : rules.backupDirectory());
        for (CopyRules.Extra extra : CopyRules.Extra.values()) {
            add(words, "keep", rules.keeps(extra) ? extra : null);
        }
        EntryFilter filter = rules.filter();
        add(words, "least-bytes", filter.leastBytes() == 0 ? null : filter.leastBytes());
        add(words, "most-bytes", filter.mostBytes() == Long.MAX_VALUE ? null : filter.mostBytes());
        add(words, "not-before", filter.notBefore());
        add(words, "not-after", filter.notAfter());
        filter.rules().forEach(rule -> add(words, "rule", rule));
        ChosenPaths chosen = filter.chosen();
        if (chosen != null) {
            add(words, "chosen", "");
            chosen.lines().forEach(path -> add(words, "path", path));
        }
        return words;
    }

    private static void add(List<String> words, String name, @Nullable Object value) {
        if (value != null) {
            words.add(name + " " + value);
        }
    }

    /**
     * Reads what a stranger has written.
     *
     * @throws TransferException {@link Reason#BAD_INPUT} for what is not a rule, or one that this version does not know
     */
    public static CopyRules parse(List<String> words) throws TransferException {
        CopyRules usual = CopyRules.USUAL;
        CopyRules.Links links = usual.links();
        Overwrite overwrite = usual.overwrite();
        String backup = "";
        Set<CopyRules.Extra> extras = EnumSet.noneOf(CopyRules.Extra.class);
        long least = 0;
        long most = Long.MAX_VALUE;
        @Nullable Instant before = null;
        @Nullable Instant after = null;
        @Nullable List<String> paths = null;
        List<FilterRule> rules = new ArrayList<>();
        for (String word : words) {
            int blank = word.indexOf(' ');
            String value = word.substring(blank + 1);
            if (word.equals(SENDING_ON)) {
                continue;
            }
            try {
                switch (blank < 0 ? "" : word.substring(0, blank)) {
                    case "links" -> links = CopyRules.Links.valueOf(value);
                    case "overwrite" -> overwrite = Overwrite.valueOf(value);
                    case "backup-directory" -> backup = value;
                    case "keep" -> extras.add(CopyRules.Extra.valueOf(value));
                    case "least-bytes" -> least = Long.parseLong(value);
                    case "most-bytes" -> most = Long.parseLong(value);
                    case "not-before" -> before = Instant.parse(value);
                    case "not-after" -> after = Instant.parse(value);
                    case "rule" -> FilterRule.add(rules, value, FilterRule.Kind.RULE);
                    case "chosen" -> paths = new ArrayList<>();
                    case "path" -> (paths == null ? unknown(word) : paths).add(value);
                    default -> unknown(word);
                }
            } catch (IllegalArgumentException | DateTimeException | BadFilterException e) {
                unknown(word);
            }
            if (rules.size() > MOST_RULES) {
                throw new TransferException(Reason.LIMIT, "more than " + MOST_RULES + " filter rules");
            }
        }
        try {
            return new CopyRules(
                    links,
                    new EntryFilter(rules, least, most, before, after, paths == null ? null : ChosenPaths.of(paths)),
                    overwrite,
                    backup,
                    extras);
        } catch (BadFilterException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()));
        }
    }

    private static List<String> unknown(String word) throws TransferException {
        throw new TransferException(Reason.BAD_INPUT, "this version does not know the rule " + FilterRule.shown(word));
    }
}
