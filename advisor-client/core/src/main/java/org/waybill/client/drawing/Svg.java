package org.waybill.client.drawing;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Pictures as SVG 1.1. Texts come from router names and are escaped. */
final class Svg {
    private static final String FONT = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\"";

    private final StringBuilder out = new StringBuilder();

    private Svg() {}

    static byte[] of(Picture picture) {
        Svg svg = new Svg();
        svg.print(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        + "role=\"img\">%n",
                picture.width, picture.height, picture.width, picture.height);
        svg.print("<title>%s</title>%n", escaped(picture.title));
        svg.print(
                "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
                picture.width, picture.height, colour(picture.background));
        picture.marks.forEach(svg::mark);
        svg.print("</svg>%n");
        return svg.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the forms are below
    private void print(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }

    private void mark(Mark mark) {
        switch (mark) {
            case Mark.Line line -> line(line);
            case Mark.Dot dot -> dot(dot);
            case Mark.Text text -> text(text);
        }
    }

    private void line(Mark.Line line) {
        out.append("<path d=\"");
        for (int i = 0; i < line.xs().length; i++) {
            print("%s%.1f,%.1f", i == 0 ? "M" : "L", line.xs()[i], line.ys()[i]);
        }
        print(
                "%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\" stroke-linejoin=\"round\"%s/>%n",
                line.fill() == Mark.NONE ? "" : "Z",
                colour(line.fill()),
                colour(line.stroke()),
                line.width(),
                line.dashed() ? " stroke-dasharray=\"6,5\"" : "");
    }

    private void dot(Mark.Dot dot) {
        String paint = String.format(
                Locale.ROOT,
                "fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\"%s",
                colour(dot.fill()),
                colour(dot.stroke()),
                dot.width(),
                dot.dashed() ? " stroke-dasharray=\"3,2\"" : "");
        if (dot.square()) {
            print(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>%n",
                    dot.x() - dot.radius(), dot.y() - dot.radius(), 2 * dot.radius(), 2 * dot.radius(), paint);
        } else {
            print("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>%n", dot.x(), dot.y(), dot.radius(), paint);
        }
    }

    private void text(Mark.Text text) {
        print(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" text-anchor=\"%s\" %s%s%s>%s</text>%n",
                text.x(),
                text.y(),
                text.size(),
                colour(text.colour()),
                text.anchor().svg,
                FONT,
                text.bold() ? " font-weight=\"bold\"" : "",
                text.halo() ? " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"" : "",
                escaped(text.text()));
    }

    private static String colour(int colour) {
        return colour == Mark.NONE ? "none" : String.format(Locale.ROOT, "#%06x", colour);
    }

    /** Also without control characters, which XML 1.0 cannot carry. */
    private static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF\\p{Cs}]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
