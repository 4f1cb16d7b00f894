package org.waybill.engine.storage;

/** Distinguishes one state of a source file from another: blocks of different versions are never mixed. */
public record SourceVersion(long sizeBytes, long modifiedNanos) {}
