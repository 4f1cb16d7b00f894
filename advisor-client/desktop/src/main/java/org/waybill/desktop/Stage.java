package org.waybill.desktop;

/** The wizard's screens, in order. */
public enum Stage {
    WHERE(1, "Where", "source"),
    LOOKING(2, "Looking", "looks"),
    WAYS(3, "Ways", "ways"),
    MOVING(4, "Moving", "pause");

    private final int number;
    private final String title;
    private final String firstId;

    Stage(int number, String title, String firstId) {
        this.number = number;
        this.title = title;
        this.firstId = firstId;
    }

    /** From 1. */
    public int number() {
        return number;
    }

    public String title() {
        return title;
    }

    /** The id of what has the focus when the screen is entered. */
    String firstId() {
        return firstId;
    }
}
