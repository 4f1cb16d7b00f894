package org.waybill.desktop;

/** The wizard's screens, in order. */
public enum WizardStep {
    WHERE("Endpoints", "source"),
    LOOKING("Discovery", "looks"),
    OPTIONS("Options", "ways"),
    MOVING("Transfer", "pause");

    private final String title;
    private final String firstId;

    WizardStep(String title, String firstId) {
        this.title = title;
        this.firstId = firstId;
    }

    /** From 1. */
    public int number() {
        return ordinal() + 1;
    }

    public String title() {
        return title;
    }

    /** The id of what has the focus when the screen is entered. */
    String firstId() {
        return firstId;
    }
}
