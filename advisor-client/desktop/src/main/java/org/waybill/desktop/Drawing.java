package org.waybill.desktop;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.waybill.desktop.Theme.Palette;

/** A picture drawn by hand that fills its place and follows the theme. */
public abstract class Drawing extends Region {
    private final Canvas canvas = new Canvas();

    protected Drawing(String accessibleName) {
        setAccessibleText(accessibleName);
        getChildren().add(canvas);
        Theme.current().addListener((property, before, now) -> redraw());
        setMinSize(80, 60);
    }

    @Override
    protected void layoutChildren() {
        double width = Math.floor(getWidth());
        double height = Math.floor(getHeight());
        if (canvas.getWidth() != width || canvas.getHeight() != height) {
            canvas.setWidth(width);
            canvas.setHeight(height);
            resized(width, height);
        }
        redraw();
    }

    /** Hears of a new size before the picture is drawn in it. */
    protected void resized(double width, double height) {}

    /** Draws again. */
    public final void redraw() {
        if (canvas.getWidth() > 0 && canvas.getHeight() > 0) {
            GraphicsContext g = canvas.getGraphicsContext2D();
            g.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
            draw(g, canvas.getWidth(), canvas.getHeight(), Theme.current().get().palette());
        }
    }

    /** Draws the picture on an empty ground. */
    protected abstract void draw(GraphicsContext g, double width, double height, Palette theme);

    /** How wide a text is. */
    protected static double width(String text, Font font) {
        Text measured = new Text(text);
        measured.setFont(font);
        return measured.getLayoutBounds().getWidth();
    }
}
