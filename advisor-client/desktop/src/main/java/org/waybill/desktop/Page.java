package org.waybill.desktop;

import javafx.scene.input.KeyCode;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/** What the rail at the left leads to. */
public enum Page {
    MOVE("Copy", Feather.SEND, KeyCode.DIGIT1),
    MAP("Map", Feather.MAP, KeyCode.DIGIT2),
    ACTIVITY("Activity", Feather.ACTIVITY, KeyCode.DIGIT3),
    PROFILE("Profile", Feather.USER, KeyCode.DIGIT4);

    private final String title;
    private final Feather icon;
    private final KeyCode key;

    Page(String title, Feather icon, KeyCode key) {
        this.title = title;
        this.icon = icon;
        this.key = key;
    }

    public String title() {
        return title;
    }

    public Ikon icon() {
        return icon;
    }

    /** With Ctrl, or with Command on a Mac, it leads here. */
    KeyCode key() {
        return key;
    }
}
