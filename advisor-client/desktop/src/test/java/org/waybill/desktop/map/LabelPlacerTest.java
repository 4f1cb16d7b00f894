package org.waybill.desktop.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelPlacerTest {
    private static final double WIDTH = 80;
    private static final double HEIGHT = 16;

    private final LabelPlacer placer = new LabelPlacer(800, 500);

    @Test
    void aLoneLabelStandsAtTheRight() {
        assertThat(placer.place(100, 100, WIDTH, HEIGHT).getX()).isGreaterThan(100);
    }

    @Test
    void atTheRightEdgeItStandsAtTheLeft() {
        assertThat(placer.place(790, 100, WIDTH, HEIGHT).getMaxX()).isLessThan(790);
    }

    @Test
    void aLabelLeavesTheRouteFree() {
        placer.mark(100, 100, 9);
        placer.line(0, 100, 300, 100);
        Rectangle2D room = placer.place(100, 100, WIDTH, HEIGHT);
        assertThat(room.intersectsLine(0, 100, 300, 100)).isFalse();
        assertThat(room.intersects(91, 91, 18, 18)).isFalse();
    }

    @Test
    void sixPlacesOfOneCityAllGetRoom() {
        List<Rectangle2D> rooms = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            placer.mark(400 + i * 7, 250 + i % 2 * 9, 9);
        }
        for (int i = 0; i < 6; i++) {
            rooms.add(placer.place(400 + i * 7, 250 + i % 2 * 9, WIDTH, HEIGHT));
        }
        for (int i = 0; i < rooms.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(rooms.get(i).intersects(rooms.get(j)))
                        .as(i + " on " + j)
                        .isFalse();
            }
        }
    }
}
