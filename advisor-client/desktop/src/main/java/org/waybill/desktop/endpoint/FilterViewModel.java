package org.waybill.desktop.endpoint;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WrittenAmounts;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;

/** Which files of the source are copied, in the words of the command's filter options. */
public final class FilterViewModel {
    /** Patterns, one a line; they come before those to exclude. */
    public final StringProperty include = new SimpleStringProperty("");

    public final StringProperty exclude = new SimpleStringProperty("");
    public final StringProperty minSize = new SimpleStringProperty("");
    public final StringProperty maxSize = new SimpleStringProperty("");
    public final StringProperty minAge = new SimpleStringProperty("");
    public final StringProperty maxAge = new SimpleStringProperty("");
    private final StringProperty error = new SimpleStringProperty("");
    private final StringProperty summary = new SimpleStringProperty("");

    private final InstantSource clock;
    private final ZoneId zone;
    private EntryFilter filter = EntryFilter.ALL;

    /** @param onChange is run after each change of the filter */
    FilterViewModel(InstantSource clock, ZoneId zone, Runnable onChange) {
        this.clock = clock;
        this.zone = zone;
        Stream.of(include, exclude, minSize, maxSize, minAge, maxAge)
                .forEach(field -> field.addListener((property, before, now) -> read(onChange)));
    }

    private void read(Runnable onChange) {
        EntryFilter before = filter;
        try {
            List<FilterRule> rules = new ArrayList<>();
            add(rules, include, FilterRule.Kind.INCLUDE, "include");
            add(rules, exclude, FilterRule.Kind.EXCLUDE, "exclude");
            Long least = value(minSize, "minimum size", WrittenAmounts::fileBytes);
            Long most = value(maxSize, "maximum size", WrittenAmounts::fileBytes);
            filter = new EntryFilter(
                    rules,
                    least == null ? 0 : least,
                    most == null ? Long.MAX_VALUE : most,
                    value(maxAge, "changed after", this::time),
                    value(minAge, "changed before", this::time),
                    null);
            error.set("");
        } catch (IllegalArgumentException | BadFilterException e) {
            error.set(e.getMessage());
        }
        summary.set(words());
        if (!filter.equals(before)) {
            onChange.run();
        }
    }

    private static void add(List<FilterRule> rules, StringProperty field, FilterRule.Kind kind, String name)
            throws BadFilterException {
        for (String line : field.get().lines().filter(one -> !one.isBlank()).toList()) {
            try {
                FilterRule.add(rules, line.strip(), kind);
            } catch (BadFilterException e) {
                throw new BadFilterException(name + ": " + e.getMessage());
            }
        }
    }

    private Instant time(String text) {
        return WrittenAmounts.age(text, clock.instant(), zone);
    }

    private static <T> @Nullable T value(StringProperty field, String name, Function<String, T> reads) {
        String text = field.get().strip();
        try {
            return text.isEmpty() ? null : reads.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private String words() {
        List<String> words = new ArrayList<>();
        int rules = filter.rules().size();
        if (rules > 0) {
            words.add(rules == 1 ? "1 pattern" : rules + " patterns");
        }
        add(words, "at least ", minSize);
        add(words, "at most ", maxSize);
        add(words, "changed after ", maxAge);
        add(words, "changed before ", minAge);
        return String.join(", ", words);
    }

    private static void add(List<String> words, String name, StringProperty field) {
        if (!field.get().isBlank()) {
            words.add(name + field.get().strip());
        }
    }

    /** Fills the fields from a filter of an earlier transfer. */
    void show(EntryFilter earlier) {
        include.set("");
        // with their signs: the order of an earlier transfer's rules counts
        exclude.set(String.join(
                "\n", earlier.rules().stream().map(FilterRule::toString).toList()));
        minSize.set(earlier.leastBytes() == 0 ? "" : Long.toString(earlier.leastBytes()));
        maxSize.set(earlier.mostBytes() == Long.MAX_VALUE ? "" : Long.toString(earlier.mostBytes()));
        minAge.set(text(earlier.notAfter()));
        maxAge.set(text(earlier.notBefore()));
    }

    private static String text(@Nullable Instant time) {
        return time == null ? "" : time.toString();
    }

    /** Of what the fields say; of the last that could be read, while {@link #error} has something. */
    EntryFilter filter() {
        return filter;
    }

    /** What is wrong with a field, empty if nothing. */
    public ReadOnlyStringProperty error() {
        return error;
    }

    /** The filter in a few words, empty if all is copied. */
    public ReadOnlyStringProperty summary() {
        return summary;
    }
}
