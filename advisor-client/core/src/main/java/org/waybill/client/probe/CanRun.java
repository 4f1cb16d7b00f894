package org.waybill.client.probe;

/** Whether a probe can run: yes, or no with the reason. */
public sealed interface CanRun {

    /** It can. */
    record Yes() implements CanRun {}

    /** It cannot; the reason is a sentence that says what is missing. */
    record No(String reason) implements CanRun {}
}
