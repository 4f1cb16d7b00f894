package org.waybill.service.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.TransferRow;

/**
 * What of a history is believed when several accounts wrote it. Each account has one vote, however much it wrote;
 * the asker has two, since no one has a reason to deceive oneself, and what is older than accounts counts as the
 * asker's. The reference is the middle of the votes; of two that are equally strong, that of the account that is older.
 * An account more than a factor of three from the reference is left out, and of the others none has more rows than the
 * next one.
 *
 * @param since when an account was made; long ago for those that have always been
 */
public record OutlierFilter(Function<String, Instant> since) {
    private static final double FACTOR = 3;
    private static final int LEAST_ROWS = 3;

    private record Vote(boolean own, String account, double says) {}

    /** The transfers to forecast from, in the order given; {@code says} is what an account's alone lead to. */
    List<TransferRow> transfers(
            List<TransferRow> newestFirst, String asker, Function<List<TransferRow>, @Nullable Double> says) {
        return of(newestFirst, TransferRow::account, asker, says);
    }

    /** A quantity by the newest measurement of each account; null if there is none. */
    @Nullable
    Double measured(List<MeasurementRow> newestFirst, String asker) {
        List<Vote> votes = votes(
                byAccount(newestFirst, MeasurementRow::account, asker),
                asker,
                rows -> rows.getFirst().facts().value());
        return votes.isEmpty() ? null : middle(votes);
    }

    /** Rows of any kind, newest first, by what each account's say. */
    public <R> List<R> of(
            List<R> rows, Function<R, String> account, String asker, Function<List<R>, @Nullable Double> says) {
        Map<String, List<R>> byAccount = byAccount(rows, account, asker);
        if (byAccount.size() < 2) {
            return rows;
        }
        List<Vote> votes = votes(byAccount, asker, says);
        if (!votes.isEmpty()) {
            double reference = middle(votes);
            votes.stream()
                    .filter(vote -> !(vote.says() <= reference * FACTOR && vote.says() >= reference / FACTOR))
                    .forEach(vote -> byAccount.remove(vote.account()));
        }
        Map<String, Integer> left = shares(byAccount, asker);
        List<R> kept = new ArrayList<>();
        for (R row : rows) {
            if (left.merge(name(account.apply(row), asker), -1, Integer::sum) >= 0) {
                kept.add(row);
            }
        }
        return kept;
    }

    /** How many rows of each account count. */
    private static <R> Map<String, Integer> shares(Map<String, List<R>> byAccount, String asker) {
        Map<String, Integer> shares = new LinkedHashMap<>();
        byAccount.forEach((account, rows) -> {
            int next = byAccount.entrySet().stream()
                    .filter(other -> !other.getKey().equals(account))
                    .mapToInt(other -> other.getValue().size())
                    .max()
                    .orElse(rows.size());
            shares.put(
                    account, account.equals(asker) ? rows.size() : Math.min(rows.size(), Math.max(LEAST_ROWS, next)));
        });
        return shares;
    }

    private static <R> Map<String, List<R>> byAccount(List<R> rows, Function<R, String> account, String asker) {
        return rows.stream()
                .collect(Collectors.groupingBy(
                        row -> name(account.apply(row), asker), LinkedHashMap::new, Collectors.toList()));
    }

    private static String name(String account, String asker) {
        return account.isEmpty() ? asker : account;
    }

    private static <R> List<Vote> votes(
            Map<String, List<R>> byAccount, String asker, Function<List<R>, @Nullable Double> says) {
        List<Vote> votes = new ArrayList<>();
        byAccount.forEach((account, rows) -> {
            Double said = says.apply(rows);
            if (said != null) {
                votes.add(new Vote(account.equals(asker), account, said));
                if (account.equals(asker)) {
                    votes.add(votes.getLast());
                }
            }
        });
        votes.sort(Comparator.comparingDouble(Vote::says));
        return votes;
    }

    private double middle(List<Vote> sorted) {
        Vote low = sorted.get((sorted.size() - 1) / 2);
        Vote high = sorted.get(sorted.size() / 2);
        boolean first = low.own() || !high.own() && !since.apply(low.account()).isAfter(since.apply(high.account()));
        return first ? low.says() : high.says();
    }
}
