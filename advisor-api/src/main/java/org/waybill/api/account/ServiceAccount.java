package org.waybill.api.account;

import java.time.Instant;

/**
 * An account of a service.
 *
 * @param role viewer, worker, operator or administrator
 * @param enabled whether it may enter
 */
public record ServiceAccount(String name, String role, boolean enabled, Instant createdAt) {}
