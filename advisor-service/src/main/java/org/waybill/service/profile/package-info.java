/**
 * Start at {@link HostProfiles}: what is known of organisations, sites, hosts and their services. Imports follow
 * decision 0131.
 *
 * <p>Profiles come from {@link CatalogueView}, the whole catalogue in memory: 10,000 hosts are a few megabytes, while
 * neighbours by domain and subnet made each look-up that was not cached scan the hosts twice (10 look-ups a second on a
 * busy machine). Every three seconds one look-up asks each table for its count, newest number and sum of versions; if
 * that changed, it reads all again, while the others continue with the old view. No answer is older than five seconds;
 * a change made at this replica shows at once. With 400 sites and 10,000 hosts: 3,811 look-ups a second over HTTP and
 * 4,076 over TLS with p99 of 16 and 18 ms, 512 MiB of heap, 16 clients in the same JVM, on two cores that others used
 * as well ({@code lab/bench/service-table 10}). A catalogue of millions of hosts would need another design.
 */
@NullMarked
package org.waybill.service.profile;

import org.jspecify.annotations.NullMarked;
