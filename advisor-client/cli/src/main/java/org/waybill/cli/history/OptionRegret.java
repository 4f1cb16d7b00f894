package org.waybill.cli.history;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.TransferOutcome;
import org.waybill.protocol.Protocols;

/**
 * How much longer transfers took by the options that were chosen for them than by the best option seen for their hosts.
 *
 * @param transfers those with a forecast whose hosts have transfers of about their size by two options or more
 * @param meanPercent by how much the chosen option takes longer than the best one, by the middle transfer of each; 0 is
 *     right
 * @param largePercent share of the transfers of which that is more than 5 %
 */
record OptionRegret(int transfers, double meanPercent, double largePercent) {
    private static final double LARGE = .05;

    /** Transfers that may be compared: between the same hosts and disks, sizes within a factor of four. */
    private record Alike(String source, String destination, String storage, int size) {}

    /** Of transfers in any order; null where none can be compared. */
    static @Nullable OptionRegret of(List<TransferOutcome> transfers) {
        double[] regrets = transfers.stream()
                .filter(one -> HistoryAccuracyCommand.isWhole(one)
                        && one.bytes() > 0
                        && !one.via().startsWith(TransferOutcome.CIRCUIT))
                .collect(Collectors.groupingBy(OptionRegret::alike))
                .values()
                .stream()
                .flatMapToDouble(group -> Arrays.stream(regrets(group)))
                .toArray();
        return regrets.length == 0
                ? null
                : new OptionRegret(
                        regrets.length,
                        100 * Arrays.stream(regrets).average().orElseThrow(),
                        100.0
                                * Arrays.stream(regrets)
                                        .filter(one -> one > LARGE)
                                        .count()
                                / regrets.length);
    }

    private static Alike alike(TransferOutcome one) {
        int size = (63 - Long.numberOfLeadingZeros(one.bytes())) / 2;
        return new Alike(one.sourceHost(), one.destinationHost(), one.storage().name(), size);
    }

    /** By the middle of each option's transfers: the best single one was partly luck. */
    private static double[] regrets(Collection<TransferOutcome> group) {
        Map<String, List<TransferOutcome>> byOption =
                group.stream().collect(Collectors.groupingBy(OptionRegret::option));
        if (byOption.size() < 2) {
            return new double[0];
        }
        Map<String, Double> middle = byOption.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> middleSecondsPerByte(one.getValue())));
        double best =
                middle.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        return group.stream()
                .filter(one -> one.forecastSecondsP50() != null)
                .mapToDouble(one -> middle.getOrDefault(option(one), best) / best - 1)
                .toArray();
    }

    /** What is one protocol on the wire is one option. */
    private static String option(TransferOutcome one) {
        return Protocols.transport(one.transport()).history() + " " + one.via();
    }

    private static double middleSecondsPerByte(List<TransferOutcome> of) {
        double[] sorted = of.stream()
                .mapToDouble(one -> one.seconds() / one.bytes())
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
