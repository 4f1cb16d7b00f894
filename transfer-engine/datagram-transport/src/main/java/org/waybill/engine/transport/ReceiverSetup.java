package org.waybill.engine.transport;

/** What a data receiver is made of. */
public record ReceiverSetup(ReceivedData data, AckPolicy policy) {}
