package org.waybill.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdviceTableTest {
    private static final List<AdviceTopology.Kind> ALL = List.of(AdviceTopology.Kind.values());

    private static final double NONE = Double.NaN;

    private static AdviceRow row(int topology, int rank, double p50, double p90, double... outcomes) {
        List<Double> all = Arrays.stream(outcomes).boxed().toList();
        int code = all.stream().anyMatch(one -> one.isNaN()) ? AdviceRow.TOO_LONG : 0;
        return new AdviceRow(
                topology,
                AdviceTopology.Kind.PLAIN,
                "up",
                1_000_000,
                "sftp",
                rank,
                true,
                p50,
                p90,
                "TEST",
                all,
                code,
                5_000,
                9.5,
                1,
                AdviceRow.COLD);
    }

    @Test
    void drawsTheSameTopologyForTheSameNumberAndSeedWithinTheBoundsAndAllKindsInTurn() {
        List<AdviceTopology> drawn = IntStream.range(0, 800)
                .mapToObj(i -> AdviceTopology.of(i, 7, 410, ALL))
                .toList();
        assertThat(drawn.get(3))
                .isEqualTo(AdviceTopology.of(3, 7, 410, ALL))
                .isNotEqualTo(AdviceTopology.of(3, 8, 410, ALL));
        assertThat(drawn.subList(0, 40))
                .as("neighbours are not alike")
                .anyMatch(one -> one.mbit() < 10)
                .anyMatch(one -> one.mbit() > 100);
        assertThat(drawn.subList(0, 8).stream().map(AdviceTopology::kind)).doesNotHaveDuplicates();
        assertThat(drawn.stream()
                        .collect(Collectors.groupingBy(AdviceTopology::kind, Collectors.counting()))
                        .values())
                .hasSize(8)
                .containsOnly(100L);
        assertThat(drawn).allSatisfy(one -> {
            assertThat(one.mbit()).isBetween(2.0, 410.0);
            assertThat(one.rttMillis()).isBetween(2.0, 191.0);
            assertThat(one.queueMillis()).isBetween(5.0, 750.0);
            assertThat(one.lossRatio()).isBetween(0.0, 7e-3);
            assertThat(one.seconds()).isBetween(5.0, 60.0);
            assertThat(one.bytes()).isPositive().isLessThanOrEqualTo((long) (one.mbit() / 8 * 1e6 * 60));
        });
        assertThat(drawn.stream().filter(AdviceTopology::upload).count()).isBetween(470L, 600L);
        assertThat(drawn.stream().filter(one -> one.farControl().equals("bbr")).count())
                .isBetween(200L, 340L);
        assertThat(drawn.getFirst().text())
                .contains("host A 10.77.1.1 cc=" + drawn.getFirst().nearControl() + "\n");
        assertThat(AdviceTopology.of(0, 7, 50, ALL).mbit()).isLessThanOrEqualTo(50);
    }

    @Test
    void aRowIsReadAsItWasWritten() {
        for (AdviceRow row : List.of(row(3, 1, 12.5, 20, 11, 12), row(3, 2, NONE, NONE), row(4, 1, 1, 2, NONE, 5))) {
            assertThat(AdviceRow.parse(row.line())).isEqualTo(row);
            assertThat(AdviceRow.parse(row.line().replace("\tcold", "")))
                    .as("a file of before")
                    .isEqualTo(row);
        }
        assertThatThrownBy(() -> AdviceRow.parse("1\t2")).hasMessageContaining("2 fields instead of 16 in '1\t2'");
    }

    @Test
    void scoresForecastsAgainstFirstOutcomesAndCountsUnknownOnesAndFailuresAsMisses() {
        AdviceScore score = new AdviceScore(List.of(
                row(0, 1, 8, 12, 10),
                row(0, 2, 12, 15, 10),
                row(1, 1, 5, 9, 10, 4),
                row(1, 2, NONE, NONE, 20),
                row(2, 1, 10, 20, NONE)));
        // errors .2, .2, .5 and two misses
        assertThat(score.medianError(one -> Math.abs(one.p50() / one.outcome() - 1)))
                .isCloseTo(.5, within(1e-9));
        assertThat(score.bias()).isCloseTo(Math.cbrt(.8 * 1.2 * .5) - 1, within(1e-9));
        assertThat(score.coverage()).isEqualTo(.4);
        assertThat(score.pinball(.9, AdviceRow::p90)).isCloseTo((.1 * .2 + .1 * .5 + .9 * .1) / 3, within(1e-9));
        assertThat(score.markdown("all").split("\\|")).hasSize(18).endsWith(" 1 ", " 1 ");
    }

    @Test
    void regretIsOfTheBestRunsAndInfiniteWhereTheFirstOptionFailed() {
        assertThat(new AdviceScore(List.of(
                                row(0, 1, 8, 12, 10, 9),
                                row(0, 2, 12, 15, 6, 9),
                                row(1, 2, 1, 1, 5),
                                row(1, 3, 1, 1, 7),
                                row(2, 1, 1, 1, NONE),
                                row(2, 2, 1, 1, 4),
                                row(3, 1, 1, 1, NONE)))
                        .regrets())
                .containsExactly(.5, 0.0, Double.POSITIVE_INFINITY);
    }

    @Test
    void theIntervalIsWilsonsAndWiderWhereTheRowsOfATopologyAreAlike() {
        List<AdviceRow> apart = new ArrayList<>();
        List<AdviceRow> alike = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            double outcome = i % 10 == 0 ? 30 : 10;
            apart.add(row(i, 1, 10, 20, outcome));
            alike.add(row(i / 5, 1, 10, 20, i / 5 % 10 == 0 ? 30 : 10));
        }
        double[] wilson = new AdviceScore(apart).coverageInterval();
        assertThat(wilson[0]).isCloseTo(.826, within(.001)); // Wilson's for 90 of 100
        assertThat(wilson[1]).isCloseTo(.945, within(.001));
        assertThat(new AdviceScore(alike).coverage()).isEqualTo(.9);
        assertThat(new AdviceScore(alike).coverageInterval()[0]).isLessThan(.75);
    }

    @Test
    void eachGoalStandsBesideWhatWasSeenAndItsIntervalIsOfTopologies() {
        List<AdviceRow> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            for (int rank = 1; rank <= 5; rank++) {
                rows.add(row(i, rank, i % 10 == 0 ? 30 : 10, i % 10 == 1 ? 9 : 40, 10));
            }
        }
        String table = new AdviceGoals(rows).markdown();
        assertThat(table)
                .contains(
                        "| topologies | at least 60 | 60 | | met |",
                        "| cold forecasts, all options | at least 300 | 300 | | met |",
                        "| median error, % | at most 15 | 0.00 | 0.00 to 0.00 | met |",
                        "| unknown forecasts | 0 | 0 | | met |");
        assertThat(table).containsPattern("bias, % \\| -5 to 5 \\| 12 \\| 3[.\\d]* to 2\\d \\| \\*\\*missed");
        assertThat(table).containsPattern("P90 covers, % \\| 87 to 93 \\| 90 \\| 8\\d to 9\\d \\| met");
        assertThat(new AdviceGoals(rows).markdown()).isEqualTo(table);
        assertThat(new AdviceGoals(rows).widths())
                .contains("within: TEST 1.00 (said 4.00, of 300; with the prior's nine 1.00)");
        assertThat(new AdviceGoals(List.of(row(0, 1, NONE, NONE, NONE))).markdown())
                .contains("| unknown forecasts | 0 | 1 | | **missed** |", "| median error, % | at most 15 | miss |");
    }

    @Test
    void whatWasLearnedIsJudgedByItselfAndIsNoColdForecast() {
        List<AdviceRow> rows = new ArrayList<>(List.of(row(0, 1, 10, 20, 10)));
        rows.add(AdviceRow.parse(row(0, 1, 10.4, 20, 10).line().replace("cold", "AFTER_1")));
        rows.add(AdviceRow.parse(row(0, 1, 20, 30, 10).line().replace("cold", "HALVED")));
        assertThat(new AdviceGoals(rows).markdown())
                .contains("| cold forecasts, all options | at least 300 | 1 |")
                .contains("| median error after one transfer, % (1) | at most 5.00 | 4.00 | | met |")
                .contains("after one over half the capacity, % (1) | at most 5.00 | 100 | | **missed** |")
                .doesNotContain("after four");
    }

    @Test
    void theTableHasALineForAllForEachKindAndEachEvidenceAndTheCostsBelow() {
        List<AdviceRow> rows = List.of(row(0, 1, 8, 12, 10), row(1, 1, 12, 15, 10));
        assertThat(AdviceScore.table(rows).lines())
                .hasSize(6)
                .anyMatch(line -> line.startsWith("| PLAIN | 2 | 2 | 20 "))
                .anyMatch(line -> line.startsWith("| by TEST | 2 "));
        assertThat(AdviceScore.costs(rows))
                .contains("took 9.5 s in the median", "in 0 of 2 (median 0.5 % of the data)");
    }
}
