package org.waybill.client.remote;

import java.net.URI;

/**
 * Where an advisor service is.
 *
 * @param url the base, without {@code /hessian/...}
 * @param token the bearer token that it requires; never printed
 * @param pid the process that runs it, 0 if unknown
 * @param machine the name of the machine that it runs on
 */
public record ServiceAddress(URI url, String token, long pid, String machine) {
    /** A service that another process runs. */
    public static ServiceAddress remote(URI url, String token) {
        return new ServiceAddress(url, token, 0, "");
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
