package org.waybill.desktop;

/** The wizard's screens, in order. */
public enum Stage {
    WHERE("Where"),
    LOOKING("Looking"),
    WAYS("Ways"),
    MOVING("Moving");

    private final String title;

    Stage(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
