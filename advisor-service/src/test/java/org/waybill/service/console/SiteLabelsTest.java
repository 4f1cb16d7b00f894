package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SiteLabelsTest {
    private static final double RADIUS = 4;
    private static final double FONT_SIZE = 10;
    private final SiteLabels labels = new SiteLabels(new Rectangle2D.Double(0, 0, 300, 200));

    @Test
    void aNameStandsAtTheRightUnlessTheMapEndsThere() {
        assertThat(labels.place("BSC", 100, 100, RADIUS, FONT_SIZE)
                        .orElseThrow()
                        .x())
                .isGreaterThan(100);
        assertThat(labels.place("BSC", 290, 50, RADIUS, FONT_SIZE).orElseThrow().x())
                .isLessThan(280);
    }

    @Test
    void twoSitesOfOneTownHaveTheirNamesOnTwoSidesAndTheFifthHasNone() {
        List<SiteLabels.Label> found = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            labels.place("SURF", 100, 100, RADIUS, FONT_SIZE).ifPresent(found::add);
        }
        assertThat(found).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void namesNeverCoverNamesOrDots() {
        SplittableRandom random = new SplittableRandom(7);
        List<Rectangle2D> seen = new ArrayList<>();
        List<double[]> dots = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            double[] dot = {random.nextDouble(300), random.nextDouble(200)};
            labels.dot(dot[0], dot[1], RADIUS);
            dots.add(dot);
        }
        for (double[] dot : dots) {
            labels.place("Site", dot[0], dot[1], RADIUS, FONT_SIZE).ifPresent(label -> {
                Rectangle2D box = new Rectangle2D.Double(label.x(), label.y() - 8, 22, FONT_SIZE);
                assertThat(seen).noneMatch(box::intersects);
                assertThat(dots).noneMatch(one -> box.contains(one[0], one[1]));
                seen.add(box);
            });
        }
        assertThat(seen).hasSizeGreaterThan(10);
    }
}
