package org.waybill.db.history;

import java.time.Instant;

/** How many rows an account has added, and of when the newest is. */
public record RowsOfAccount(String account, long rows, Instant newest) {}
