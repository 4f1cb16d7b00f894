/**
 * Start at {@link DataDiscovery}: where data are: catalogues of replicas, asked all at once, each within its time.
 *
 * <p>{@code find} makes the service send requests to other hosts and use their answers. Hosts come only from a file in
 * the service's home ({@link CatalogueFile}); no redirect leaves the host, port and scheme. Answers are bounded in
 * bytes, depth and time, and XML has no document types. {@link CatalogueAnswerValidator}: names must be relative paths
 * that stay below their target, URLs must have a scheme that Waybill copies by and no user, checksums must have a
 * known type and its length.
 *
 * <p>A catalogue that has not answered after ten seconds is named and left out, so one that hangs or sends false data
 * costs a line. {@link ReplicaGrouping}: copies are grouped by name, size and checksums of one type; files that differ
 * stay apart and the answer says so, since one of the catalogues is wrong and it is unknown which. CMIP5 replicas that
 * have MD5 at one node and SHA-256 at another are one file. Real answers of ESGF: 6 and 4 nodes, no conflict.
 */
@NullMarked
package org.waybill.service.discovery;

import org.jspecify.annotations.NullMarked;
