package org.waybill.desktop;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.Arrays;
import javafx.application.Application;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.paint.Color;

/** Light or dark, for style sheets and for what is drawn by hand. The hand-drawn colours are Okabe and Ito's. */
@SuppressWarnings("ImmutableEnumChecker") // a Color never changes
public enum Theme {
    LIGHT(
            "#ffffff", "#1f2328", "#59636e", "#d8dee4", "#0072b2", "#56b4e9", "#d55e00", "#009e73", "#dfe9f1",
            "#faf7f0", "#c9c2b3"),
    DARK(
            "#0d1117", "#e6edf3", "#9198a1", "#30363d", "#4ea8e6", "#56b4e9", "#f08a3c", "#2fc59b", "#141d29",
            "#2a3442", "#465365");

    private static final ReadOnlyObjectWrapper<Theme> CURRENT = new ReadOnlyObjectWrapper<>(LIGHT);

    private final Color background;
    private final Color ink;
    private final Color muted;
    private final Color grid;
    private final Color main;
    private final Color sky;
    private final Color vermilion;
    private final Color green;
    private final Color ocean;
    private final Color land;
    private final Color border;

    Theme(String... colours) {
        Color[] c = Arrays.stream(colours).map(Color::web).toArray(Color[]::new);
        background = c[0];
        ink = c[1];
        muted = c[2];
        grid = c[3];
        main = c[4];
        sky = c[5];
        vermilion = c[6];
        green = c[7];
        ocean = c[8];
        land = c[9];
        border = c[10];
    }

    /** The one in force. */
    public static ReadOnlyObjectProperty<Theme> current() {
        return CURRENT.getReadOnlyProperty();
    }

    /** Puts this one in force for all windows. */
    public void apply() {
        Application.setUserAgentStylesheet(
                (this == DARK ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
        CURRENT.set(this);
    }

    public Theme other() {
        return this == DARK ? LIGHT : DARK;
    }

    public Color background() {
        return background;
    }

    public Color ink() {
        return ink;
    }

    public Color muted() {
        return muted;
    }

    public Color grid() {
        return grid;
    }

    public Color main() {
        return main;
    }

    public Color sky() {
        return sky;
    }

    public Color vermilion() {
        return vermilion;
    }

    public Color green() {
        return green;
    }

    public Color ocean() {
        return ocean;
    }

    public Color land() {
        return land;
    }

    public Color border() {
        return border;
    }
}
