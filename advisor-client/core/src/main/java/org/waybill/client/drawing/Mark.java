package org.waybill.client.drawing;

/** Something on a picture; coordinates in pixels from the top left corner, colours as {@code 0xRRGGBB}. */
sealed interface Mark {
    /** A colour that leaves a shape unpainted. */
    int NONE = -1;

    /** A closed or open line, closed if it is filled. */
    record Line(double[] xs, double[] ys, int stroke, double width, boolean dashed, int fill) implements Mark {
        static Line open(double[] xs, double[] ys, int stroke, double width, boolean dashed) {
            return new Line(xs, ys, stroke, width, dashed, NONE);
        }
    }

    /** A circle, or a square of the same extent. */
    record Dot(double x, double y, double radius, int fill, int stroke, double width, boolean dashed, boolean square)
            implements Mark {}

    /** A word or two; {@code y} is the base line. */
    record Text(double x, double y, String text, double size, int colour, Anchor anchor, boolean bold, boolean halo)
            implements Mark {}

    /** What of a text stands at its x. */
    enum Anchor {
        START("start"),
        MIDDLE("middle"),
        END("end");

        final String svg;

        Anchor(String svg) {
            this.svg = svg;
        }
    }
}
