package org.waybill.desktop.workflow;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import org.waybill.client.Amounts;
import org.waybill.desktop.Drawing;
import org.waybill.desktop.Theme;
import org.waybill.desktop.workflow.CircuitDesk.CircuitQuote;

/** Circuits that could be had, on a time line. */
final class CircuitLine extends Drawing {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final double ROW = 54;

    private final ObservableList<CircuitQuote> quotes;
    private final ZoneId zone;

    CircuitLine(ObservableList<CircuitQuote> quotes, ZoneId zone) {
        super("Time line of circuits");
        this.quotes = quotes;
        this.zone = zone;
        quotes.addListener((ListChangeListener<CircuitQuote>) change -> {
            setPrefHeight(ROW * quotes.size() + 34);
            setAccessibleText(spoken());
            redraw();
        });
        setPrefHeight(ROW * quotes.size() + 34);
    }

    private String spoken() {
        StringBuilder text = new StringBuilder();
        for (CircuitQuote quote : quotes) {
            text.append(quote.aim().title()).append(": ").append(words(quote)).append(". ");
        }
        return text.toString();
    }

    private String words(CircuitQuote quote) {
        return TIME.format(quote.start().atZone(zone)) + " to " + TIME.format(quote.end().atZone(zone)) + ", "
                + Amounts.rate(quote.bitsPerSecond());
    }

    @Override
    protected void draw(GraphicsContext g, double width, double height, Theme theme) {
        List<CircuitQuote> all = List.copyOf(quotes);
        if (all.isEmpty()) {
            return;
        }
        Instant first = all.stream().map(CircuitQuote::start).min(Instant::compareTo).orElseThrow();
        Instant last = all.stream().map(CircuitQuote::end).max(Instant::compareTo).orElseThrow();
        double span = Math.max(1, last.toEpochMilli() - first.toEpochMilli());
        g.setTextBaseline(VPos.CENTER);
        g.setFont(Font.font(12));
        for (int i = 0; i < all.size(); i++) {
            CircuitQuote quote = all.get(i);
            double y = ROW * i + 8;
            double from = 4 + (quote.start().toEpochMilli() - first.toEpochMilli()) / span * (width - 8);
            double to = 4 + (quote.end().toEpochMilli() - first.toEpochMilli()) / span * (width - 8);
            g.setFill(theme.ink());
            g.fillText(quote.aim().title() + ":  " + words(quote), 4, y + 6, width - 8);
            g.setFill(theme.grid());
            g.fillRoundRect(4, y + 18, width - 8, 12, 6, 6);
            g.setFill(quote.aim() == CircuitDesk.Aim.EARLIEST_FINISH ? theme.main() : theme.vermilion());
            g.fillRoundRect(from, y + 18, Math.max(4, to - from), 12, 6, 6);
            g.setFill(theme.muted());
            g.fillText(quote.system() + ":  " + String.join(" \u2192 ", quote.path()), 4, y + 39, width - 8);
        }
    }
}
