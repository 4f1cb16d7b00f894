package org.waybill.api;

/**
 * A way to get a replica.
 *
 * @param service {@code HTTPServer}, {@code GridFTP}, ... as the catalogue says, else the URL's scheme
 */
public record ReplicaAccess(String url, String service) {}
