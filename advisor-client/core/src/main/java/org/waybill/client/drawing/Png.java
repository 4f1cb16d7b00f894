package org.waybill.client.drawing;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Pictures as PNG, at twice the resolution, drawn by Java2D without a display. */
record Png(Graphics2D graphics) {
    private static final int SCALE = 2;
    private static final float HALO = 3;

    static byte[] of(Picture picture) throws IOException {
        System.setProperty("java.awt.headless", System.getProperty("java.awt.headless", "true"));
        BufferedImage image =
                new BufferedImage(SCALE * picture.width, SCALE * picture.height, BufferedImage.TYPE_INT_RGB);
        try {
            Graphics2D graphics = image.createGraphics();
            graphics.scale(SCALE, SCALE);
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.setColor(new Color(picture.background));
            graphics.fillRect(0, 0, picture.width, picture.height);
            Png png = new Png(graphics);
            picture.marks.forEach(png::mark);
            graphics.dispose();
        } catch (RuntimeException | LinkageError e) {
            // a Java runtime without fontconfig or any font fails here with its own exceptions
            throw new IOException("this Java runtime cannot draw text; use a name that ends in .svg: " + e, e);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private void mark(Mark mark) {
        switch (mark) {
            case Mark.Line line -> line(line);
            case Mark.Dot dot -> dot(dot);
            case Mark.Text text -> text(text);
        }
    }

    private void line(Mark.Line line) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < line.xs().length; i++) {
            if (i == 0) {
                path.moveTo(line.xs()[i], line.ys()[i]);
            } else {
                path.lineTo(line.xs()[i], line.ys()[i]);
            }
        }
        if (line.fill() != Mark.NONE) {
            path.closePath();
        }
        paint(path, line.fill(), line.stroke(), line.width(), line.dashed() ? new float[] {6, 5} : null);
    }

    private void dot(Mark.Dot dot) {
        double left = dot.x() - dot.radius();
        double top = dot.y() - dot.radius();
        double size = 2 * dot.radius();
        Shape shape = dot.square()
                ? new Rectangle2D.Double(left, top, size, size)
                : new Ellipse2D.Double(left, top, size, size);
        paint(shape, dot.fill(), dot.stroke(), dot.width(), dot.dashed() ? new float[] {3, 2} : null);
    }

    private void paint(Shape shape, int fill, int stroke, double width, float @Nullable [] dash) {
        if (fill != Mark.NONE) {
            graphics.setColor(new Color(fill));
            graphics.fill(shape);
        }
        if (stroke != Mark.NONE && width > 0) {
            graphics.setColor(new Color(stroke));
            graphics.setStroke(
                    new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0));
            graphics.draw(shape);
        }
    }

    private void text(Mark.Text text) {
        Font font = new Font(Font.SANS_SERIF, text.bold() ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) text.size());
        Rectangle2D bounds = font.getStringBounds(text.text(), graphics.getFontRenderContext());
        double x =
                switch (text.anchor()) {
                    case START -> text.x();
                    case MIDDLE -> text.x() - bounds.getWidth() / 2;
                    case END -> text.x() - bounds.getWidth();
                };
        if (text.halo()) {
            Shape outline = font.createGlyphVector(graphics.getFontRenderContext(), text.text())
                    .getOutline((float) x, (float) text.y());
            graphics.setColor(Color.WHITE);
            graphics.setStroke(new BasicStroke(HALO, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
            graphics.draw(outline);
        }
        graphics.setFont(font);
        graphics.setColor(new Color(text.colour()));
        graphics.drawString(text.text(), (float) x, (float) text.y());
    }
}
