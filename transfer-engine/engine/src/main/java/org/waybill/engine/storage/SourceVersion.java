package org.waybill.engine.storage;

/** Tells one state of a source file from another: blocks of different versions are never mixed. */
public record SourceVersion(long sizeBytes, long modifiedNanos) {}
