package org.waybill.desktop;

/** The wizard's screens, in order. */
public enum Stage {
    WHERE(1, "Where"),
    LOOKING(2, "Looking"),
    WAYS(3, "Ways"),
    MOVING(4, "Moving");

    private final int number;
    private final String title;

    Stage(int number, String title) {
        this.number = number;
        this.title = title;
    }

    /** From 1. */
    public int number() {
        return number;
    }

    public String title() {
        return title;
    }
}
