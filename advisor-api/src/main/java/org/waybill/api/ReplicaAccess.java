package org.waybill.api;

/**
 * One access to a replica.
 *
 * @param service {@code HTTPServer}, {@code GridFTP}, ... as the catalogue says, else the URL's scheme
 */
public record ReplicaAccess(String url, String service) {}
