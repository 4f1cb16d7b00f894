package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResidualsTest {
    @Test
    void quantilesAreThoseOfTheNewestSortedAfresh() {
        Random random = new Random(9);
        Residuals residuals = new Residuals(20);
        List<Double> all = new ArrayList<>();
        assertThat(residuals.median()).isZero();
        for (int i = 0; i < 500; i++) {
            double next = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextGaussian(); // with ties
            residuals.add(next);
            all.add(next);
            List<Double> newest = all.subList(Math.max(0, all.size() - 20), all.size()).stream()
                    .sorted()
                    .toList();
            int n = newest.size();
            assertThat(residuals.size()).isEqualTo(n);
            assertThat(residuals.upper(.9)).isEqualTo(newest.get(Math.min((int) Math.ceil((n + 1) * .9), n) - 1));
            assertThat(residuals.lower(.1)).isEqualTo(newest.get(Math.max((int) Math.floor((n + 1) * .1), 1) - 1));
            assertThat(residuals.median()).isEqualTo((newest.get((n - 1) / 2) + newest.get(n / 2)) / 2);
        }
    }
}
