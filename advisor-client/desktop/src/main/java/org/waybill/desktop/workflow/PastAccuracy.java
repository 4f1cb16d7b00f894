package org.waybill.desktop.workflow;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;
import org.waybill.client.HumanUnits;

/**
 * What a transport did for this pair before.
 *
 * @param moves how many transfers ended well
 * @param failures how many did not
 * @param medianBitsPerSecond of those that ended well, 0 if none did
 * @param last when the newest began; the epoch if there is none
 */
public record PastAccuracy(int moves, int failures, double medianBitsPerSecond, Instant last) {

    /** The record of a transport in a pair's history. */
    public static PastAccuracy of(PairHistory history, String transport) {
        List<TransferOutcome> own = history.transfers().stream()
                .filter(one -> one.transport().equals(transport))
                .toList();
        List<Double> rates = PastRates.rates(history, one -> one.transport().equals(transport));
        double median = rates.isEmpty() ? 0 : PastRates.quantile(rates, 0.5);
        int well = (int) own.stream().filter(one -> one.status().equals("OK")).count();
        Instant last = own.stream()
                .map(TransferOutcome::startedAt)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        return new PastAccuracy(well, own.size() - well, median, last);
    }

    /** In words, seen at {@code now}. */
    public String text(Instant now) {
        if (moves + failures == 0) {
            return "No past transfers between these hosts";
        }
        StringBuilder text = new StringBuilder();
        text.append(moves == 1 ? "1 past transfer" : moves + " past transfers");
        if (medianBitsPerSecond > 0) {
            text.append(" at ").append(HumanUnits.rate(medianBitsPerSecond));
        }
        if (failures > 0) {
            text.append(", ").append(failures).append(" failed");
        }
        return text.append(", last ").append(ago(Duration.between(last, now))).toString();
    }

    private static String ago(Duration since) {
        if (since.toMinutes() < 1) {
            return "just now";
        }
        return since.toHours() < 1
                ? since.toMinutes() + " min ago"
                : since.toDays() < 1
                        ? since.toHours() + " h ago"
                        : String.format(
                                Locale.ROOT, since.toDays() == 1 ? "%d day ago" : "%d days ago", since.toDays());
    }
}
