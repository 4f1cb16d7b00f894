package org.waybill.client.workflow.explanation;

/** A reason or warning: a stable code that {@code waybill explain} knows, and a sentence about this case. */
public record Remark(ReasonCode code, String text) {}
