package org.waybill.api;

import java.time.Instant;

/**
 * What an account has added to the history.
 *
 * @param account its name; {@code service} for what the service took by itself, {@code local} for the commands of its
 *     home, empty for what is older than such names
 */
public record HistoryAccount(String account, long transfers, long measurements, Instant newest) {}
