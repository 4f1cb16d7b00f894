package org.waybill.client.probe.bandwidth;

/** How the rate changes with the size of the transfers; the reason why an interval is wide. */
public enum Trend {
    /** Larger transfers go at the same rate. */
    STEADY("larger transfers go at the same rate"),
    /** Slow start had not ended within the budget: the rate is a lower bound. */
    RISING("a lower bound: larger transfers still went faster"),
    /** What loss does: the longer a transfer, the more losses have made its window smaller. */
    FALLING("larger transfers were slower, as with packet loss: a transfer of hours may be slower still"),
    /** Loss that only some transfers met, other traffic, or a busy end. */
    UNSTEADY("some transfers took far longer than others of the same size: the same causes may slow a long transfer");

    private final String meaning;

    Trend(String meaning) {
        this.meaning = meaning;
    }

    /** What it means for the reader of the rate; half a sentence. */
    public String meaning() {
        return meaning;
    }
}
