package org.waybill.desktop;

/** The wizard's screens, in order. */
public enum WizardStep {
    WHERE(1, "Where", "source"),
    LOOKING(2, "Looking", "looks"),
    OPTIONS(3, "Options", "ways"),
    MOVING(4, "Moving", "pause");

    private final int number;
    private final String title;
    private final String firstId;

    WizardStep(int number, String title, String firstId) {
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
