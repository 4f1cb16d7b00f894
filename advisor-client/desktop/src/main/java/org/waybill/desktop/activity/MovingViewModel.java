package org.waybill.desktop.activity;

import java.util.Locale;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.chart.XYChart;
import org.waybill.client.Amounts;
import org.waybill.client.execution.MoveResult;
import org.waybill.engine.TransferListener.Progress;

/** A move under way: how far it is, how fast, how long it will take; and afterwards forecast against outcome. */
public final class MovingViewModel {
    private static final int MOST_POINTS = 600;

    private final StringProperty headline = new SimpleStringProperty("");
    private final StringProperty details = new SimpleStringProperty("");
    private final DoubleProperty fraction = new SimpleDoubleProperty(-1);
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(false);
    private final XYChart.Series<Number, Number> rate = new XYChart.Series<>();
    private long startedNs;
    private long lastNs;
    private long lastBytes;

    public void start(String what, long nowNs) {
        headline.set(what);
        details.set("Connecting");
        fraction.set(-1);
        running.set(true);
        rate.getData().clear();
        startedNs = nowNs;
        lastNs = nowNs;
        lastBytes = 0;
    }

    /** A moment of the transfer, seen at {@code nowNs}. */
    public void progress(Progress progress, long nowNs) {
        double seconds = (nowNs - startedNs) / 1e9;
        boolean sized = progress.totalBytes() > 0;
        fraction.set(sized ? (double) progress.bytesDone() / progress.totalBytes() : -1);
        addPoint(progress.bytesDone(), nowNs);
        StringBuilder text = new StringBuilder(Amounts.bytes(progress.bytesDone()));
        if (sized) {
            text.append(" of ").append(Amounts.bytes(progress.totalBytes()));
        }
        if (seconds > 0.5 && progress.bytesDone() > 0) {
            double bitsPerSecond = progress.bytesDone() * 8 / seconds;
            text.append(" at ").append(Amounts.rate(bitsPerSecond));
            if (sized) {
                double left = (progress.totalBytes() - progress.bytesDone()) * 8 / bitsPerSecond;
                text.append(", ").append(Amounts.seconds(left)).append(" to go");
            }
        }
        details.set(text + "   \u00b7   " + progress.phase().name().toLowerCase(Locale.ROOT));
    }

    private void addPoint(long bytesDone, long nowNs) {
        double span = (nowNs - lastNs) / 1e9;
        if (span < 0.2 || rate.getData().size() >= MOST_POINTS) {
            return;
        }
        double megabitsPerSecond = (bytesDone - lastBytes) * 8 / span / 1e6;
        rate.getData().add(new XYChart.Data<>((nowNs - startedNs) / 1e9, Math.max(0, megabitsPerSecond)));
        lastNs = nowNs;
        lastBytes = bytesDone;
    }

    public void done(MoveResult result) {
        running.set(false);
        fraction.set(1);
        headline.set("Moved and verified");
        StringBuilder text = new StringBuilder(Amounts.bytes(result.report().bytes())).append(" in ")
                .append(Amounts.seconds(result.seconds())).append(" at ")
                .append(Amounts.rate(result.report().goodputBitsPerSecond()));
        Double forecast = result.forecast().secondsP50();
        if (forecast != null) {
            text.append("\nForecast: ").append(Amounts.band(forecast, result.forecast().secondsP90()));
        }
        if (result.report().sha256() != null) {
            text.append("\nSHA-256: ").append(result.report().sha256());
        }
        text.append("\nWhat bounded the rate: ").append(result.report().cause().text());
        details.set(text.toString());
    }

    public void failed(String message) {
        running.set(false);
        fraction.set(0);
        headline.set("Not moved");
        details.set(message);
    }

    public StringProperty headline() {
        return headline;
    }

    public StringProperty details() {
        return details;
    }

    /** 0..1, or -1 while the size is unknown. */
    public DoubleProperty fraction() {
        return fraction;
    }

    public ReadOnlyBooleanProperty running() {
        return running.getReadOnlyProperty();
    }

    /** Megabits a second over seconds. */
    public XYChart.Series<Number, Number> rate() {
        return rate;
    }
}
