package org.waybill.engine.storage;

/** One block that was written: where, how long, and the CRC-32C of its content. */
record LedgerEntry(long offset, int length, int crc32c) {}
