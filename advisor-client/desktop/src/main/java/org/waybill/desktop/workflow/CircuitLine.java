package org.waybill.desktop.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import org.waybill.client.HumanUnits;
import org.waybill.desktop.AxisTicks;
import org.waybill.desktop.Drawing;
import org.waybill.desktop.Theme.Palette;
import org.waybill.desktop.workflow.CircuitQuotes.CircuitQuote;

/** Circuits that could be had on a time line, and above them the quickest option that needs none. */
final class CircuitLine extends Drawing {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final double ROW = 74;
    private static final double AXIS = 30;
    private static final double EDGE = 4;
    private static final double BAR = 12;
    private static final double BAR_TOP = 22;
    private static final int MOST_TICKS = 6;

    private final ObservableList<CircuitQuote> quotes;
    private final Supplier<Optional<Rival>> rival;
    private final ZoneId zone;

    /** The quickest option without a circuit, beginning at {@code start}. */
    record Rival(String title, Instant start, TimeBand band) {}

    CircuitLine(ObservableList<CircuitQuote> quotes, Supplier<Optional<Rival>> rival, ZoneId zone) {
        super("Time line of circuits");
        this.quotes = quotes;
        this.rival = rival;
        this.zone = zone;
        quotes.addListener((ListChangeListener<CircuitQuote>) change -> changed());
        changed();
    }

    private void changed() {
        setPrefHeight(ROW * (quotes.size() + 1) + AXIS);
        setMinHeight(USE_PREF_SIZE);
        setAccessibleText(spoken());
        redraw();
    }

    private String spoken() {
        StringBuilder text = new StringBuilder();
        rival.get()
                .ifPresent(option ->
                        text.append("Without a circuit: ").append(words(option)).append(". "));
        for (CircuitQuote quote : quotes) {
            text.append(quote.aim().title()).append(": ").append(words(quote)).append(". ");
        }
        return text.toString();
    }

    private String words(CircuitQuote quote) {
        return DAY.format(quote.start().atZone(zone)) + " to "
                + HOUR.format(quote.end().atZone(zone)) + ", " + HumanUnits.rate(quote.bitsPerSecond());
    }

    private String words(Rival option) {
        return option.band().text() + " from now";
    }

    /** Instants to pixels. */
    private record Axis(Instant first, double seconds, double width) {
        double x(Instant at) {
            return EDGE + Duration.between(first, at).toMillis() / 1e3 / seconds * (width - 2 * EDGE);
        }
    }

    @Override
    protected void draw(GraphicsContext g, double width, double height, Palette theme) {
        List<CircuitQuote> all = List.copyOf(quotes);
        if (all.isEmpty()) {
            return;
        }
        Optional<Rival> without = rival.get();
        Instant first =
                all.stream().map(CircuitQuote::start).min(Instant::compareTo).orElseThrow();
        Instant last =
                all.stream().map(CircuitQuote::end).max(Instant::compareTo).orElseThrow();
        if (without.isPresent()) {
            first = without.get().start().isBefore(first) ? without.get().start() : first;
            Instant end = end(without.get());
            last = end.isAfter(last) ? end : last;
        }
        Axis axis = new Axis(first, Math.max(1, Duration.between(first, last).toMillis() / 1e3 * 1.02), width);
        g.setTextBaseline(VPos.CENTER);
        double bottom = ROW * (all.size() + (without.isPresent() ? 1 : 0));
        ticks(g, axis, bottom, theme);
        double y = 0;
        if (without.isPresent()) {
            without(g, axis, without.get(), theme);
            y = ROW;
        }
        for (CircuitQuote quote : all) {
            circuit(g, axis, quote, y, theme);
            y += ROW;
        }
    }

    private static Instant end(Rival option) {
        Double late = option.band().secondsP90() == null
                ? option.band().secondsP50()
                : option.band().secondsP90();
        return option.start().plusMillis(late == null ? 0 : Math.round(late * 1e3));
    }

    private void ticks(GraphicsContext g, Axis axis, double bottom, Palette theme) {
        long step = Math.max(1, (long) AxisTicks.timeStep(axis.seconds(), MOST_TICKS));
        long offset = zone.getRules().getOffset(axis.first()).getTotalSeconds();
        long from = Math.floorDiv(axis.first().getEpochSecond() + offset, step) * step - offset + step;
        g.setFont(Font.font(11.5));
        g.setTextAlign(TextAlignment.CENTER);
        g.setLineWidth(1);
        g.setStroke(theme.grid());
        g.strokeLine(EDGE, Math.round(bottom) + 0.5, axis.width() - EDGE, Math.round(bottom) + 0.5);
        for (long at = from; at <= axis.first().getEpochSecond() + axis.seconds(); at += step) {
            Instant tick = Instant.ofEpochSecond(at);
            double x = Math.round(axis.x(tick)) + 0.5;
            g.setStroke(theme.grid());
            for (double bar = BAR_TOP; bar < bottom; bar += ROW) { // not through the words
                g.strokeLine(x, bar - 4, x, bar + BAR + 4);
            }
            g.strokeLine(x, bottom - 4, x, bottom);
            g.setFill(theme.muted());
            String text = (step < 86_400 ? HOUR : DAY).format(tick.atZone(zone));
            if (x > 24 && x < axis.width() - 20) {
                g.fillText(text, x, bottom + 12);
            }
        }
    }

    private void without(GraphicsContext g, Axis axis, Rival option, Palette theme) {
        heading(g, axis, "Without a circuit", words(option), 0, theme);
        bar(g, axis, option.start(), end(option), 0, theme.green().deriveColor(0, 1, 1, 0.45));
        Double likely = option.band().secondsP50();
        bar(
                g,
                axis,
                option.start(),
                option.start().plusMillis(Math.round((likely == null ? 0 : likely) * 1e3)),
                0,
                theme.green());
        note(g, axis, option.title(), 0, theme);
    }

    private void circuit(GraphicsContext g, Axis axis, CircuitQuote quote, double y, Palette theme) {
        heading(g, axis, quote.aim().title(), words(quote), y, theme);
        bar(
                g,
                axis,
                quote.start(),
                quote.end(),
                y,
                quote.aim() == CircuitQuotes.Aim.EARLIEST_FINISH ? theme.main() : theme.vermilion());
        note(g, axis, quote.system() + ":  " + String.join(" \u2192 ", quote.path()), y, theme);
    }

    private static void heading(GraphicsContext g, Axis axis, String title, String words, double y, Palette theme) {
        g.setTextAlign(TextAlignment.LEFT);
        g.setFill(theme.ink());
        Font bold = Font.font(null, FontWeight.BOLD, 13);
        g.setFont(bold);
        g.fillText(title, EDGE, y + 9);
        double at = EDGE + width(title, bold) + 10;
        g.setFont(Font.font(13));
        g.fillText(words, at, y + 9, axis.width() - at);
    }

    private static void bar(GraphicsContext g, Axis axis, Instant from, Instant to, double y, Color colour) {
        g.setFill(colour);
        g.fillRoundRect(axis.x(from), y + BAR_TOP, Math.max(5, axis.x(to) - axis.x(from)), BAR, 6, 6);
    }

    private static void note(GraphicsContext g, Axis axis, String text, double y, Palette theme) {
        g.setFont(Font.font(12));
        g.setFill(theme.muted());
        g.fillText(text, EDGE, y + 46, axis.width() - 2 * EDGE);
    }
}
