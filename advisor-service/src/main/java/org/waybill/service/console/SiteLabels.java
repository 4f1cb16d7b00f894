package org.waybill.service.console;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Room for the names of sites on a map: right of the dot, left, above or below it; none where each of these would cover
 * another name or dot. Greedy in the order of the calls, so the important ones come first. In the map's units.
 */
final class SiteLabels {
    /** Of a sans-serif's height: how wide a letter is on average, for the reader's font is unknown. */
    private static final double LETTER = 0.56;

    private static final double[][] SIDES = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};

    private final Rectangle2D window;
    private final List<Rectangle2D> taken = new ArrayList<>();

    SiteLabels(Rectangle2D window) {
        this.window = (Rectangle2D) window.clone();
    }

    /** Where a text begins, on its base line. */
    record Label(double x, double y) {}

    void dot(double x, double y, double radius) {
        taken.add(new Rectangle2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    /** The place of a name next to its dot, which must be there already. */
    Optional<Label> place(String name, double x, double y, double radius, double fontSize) {
        double width = name.length() * LETTER * fontSize;
        for (double[] side : SIDES) {
            double gap = radius * 1.4;
            double left = side[0] > 0 ? x + gap : side[0] < 0 ? x - gap - width : x - width / 2;
            double top = y - fontSize / 2 + side[1] * (gap + fontSize / 2);
            Rectangle2D box = new Rectangle2D.Double(left, top, width, fontSize);
            if (window.contains(box) && taken.stream().noneMatch(box::intersects)) {
                taken.add(box);
                return Optional.of(new Label(left, top + fontSize * 0.8));
            }
        }
        return Optional.empty();
    }
}
