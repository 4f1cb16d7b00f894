package org.waybill.desktop.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProjectionTest {
    @Test
    void zoomingKeepsWhatIsUnderThePointer() {
        Projection view = new Projection(-95, 38, 12, 900, 500);
        double longitude = view.longitudeAt(700);
        Projection zoomed = view.zoomed(1.5, 700, 120);
        // the true parallel moves with the middle, so the pointer's place moves by little, not by the zoom
        assertThat(zoomed.x(longitude)).isCloseTo(700, within(25.0));
        assertThat(zoomed.y(view.latitudeAt(120))).isCloseTo(120, within(1e-6));
    }

    @Test
    void panningMovesTheWorldWithThePointer() {
        Projection view = new Projection(10, 0, 10, 900, 500);
        Projection panned = view.panned(50, -20);
        assertThat(panned.x(10)).isCloseTo(500, within(1.0));
        assertThat(panned.y(0)).isCloseTo(230, within(1e-6));
    }

    @Test
    void anAreaIsShownWholeWithRoomAroundIt() {
        Projection view = Projection.around(170, -40, 200, -10, 800, 500); // over the antimeridian
        assertThat(view.x(170)).isBetween(20.0, 400.0);
        assertThat(view.x(200)).isBetween(400.0, 780.0);
        assertThat(view.y(-10)).isBetween(20.0, 250.0);
        assertThat(view.y(-40)).isBetween(250.0, 480.0);
    }

    @Test
    void theZoomHasBounds() {
        Projection view = Projection.world(800, 500);
        for (int i = 0; i < 100; i++) {
            view = view.zoomed(2, 10, 10);
        }
        assertThat(view.pixelsPerDegree()).isEqualTo(400);
        assertThat(view.panned(0, 1e9).latitude()).isEqualTo(84);
    }
}
