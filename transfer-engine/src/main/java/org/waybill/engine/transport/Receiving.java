package org.waybill.engine.transport;

/** What a data receiver is made of. */
public record Receiving(ReceivedData data, AckPolicy policy) {}
