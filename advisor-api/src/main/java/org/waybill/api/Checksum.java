package org.waybill.api;

/** A checksum in lower-case hexadecimal, {@code type} as in {@code sha256}, {@code md5}, {@code adler32}. */
public record Checksum(String type, String value) {}
