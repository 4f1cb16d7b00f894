package org.waybill.engine.mover;

/** What a mover can do; its contract tests skip what it does not declare. */
public enum Capability {
    PUSH,
    PULL,
    THIRD_PARTY_COPY,
    RESUME,
    PARALLEL_STREAMS,
    DIRECTORIES,
    CHECKSUM,
    STREAM
}
