package org.waybill.engine.transport;

/** What a data receiver is made of. */
public record ReceiverConfig(ReceivedData data, AckPolicy policy) {}
