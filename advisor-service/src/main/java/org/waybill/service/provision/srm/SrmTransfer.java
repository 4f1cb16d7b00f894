package org.waybill.service.provision.srm;

/**
 * A file that is ready to be read or written.
 *
 * @param token names the request; to be released, or told done, at the end
 * @param transferUrl where the data is, for one of the protocols that were asked for
 * @param bytes -1 if the storage system does not say
 */
public record SrmTransfer(String token, String surl, String transferUrl, long bytes) {}
