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

    private final Palette palette;

    /** The colours of what is drawn by hand. */
    public record Palette(
            Color background,
            Color ink,
            Color muted,
            Color grid,
            Color main,
            Color sky,
            Color vermilion,
            Color green,
            Color ocean,
            Color land,
            Color border) {}

    Theme(String... colours) {
        Color[] c = Arrays.stream(colours).map(Color::web).toArray(Color[]::new);
        palette = new Palette(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10]);
    }

    public Palette palette() {
        return palette;
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
}
