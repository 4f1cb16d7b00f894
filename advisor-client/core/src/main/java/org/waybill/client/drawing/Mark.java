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

        static Line straight(double x1, double y1, double x2, double y2, int stroke, double width, boolean dashed) {
            return open(new double[] {x1, x2}, new double[] {y1, y2}, stroke, width, dashed);
        }

        /** A filled rectangle of the picture's width. */
        static Line band(double width, double top, double bottom, int fill) {
            return new Line(
                    new double[] {0, width, width, 0}, new double[] {top, top, bottom, bottom}, NONE, 0, false, fill);
        }
    }

    /** A circle, or a square of the same extent. */
    record Dot(double x, double y, double radius, int fill, int stroke, double width, boolean dashed, boolean square)
            implements Mark {}

    /** A word or two; {@code y} is the base line. */
    record Text(double x, double y, String text, double size, int colour, Anchor anchor, boolean bold, boolean halo)
            implements Mark {
        static Text plain(double x, double y, String text, double size, int colour, Anchor anchor) {
            return new Text(x, y, text, size, colour, anchor, false, false);
        }
    }

    /** Which part of a text is at its x. */
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
