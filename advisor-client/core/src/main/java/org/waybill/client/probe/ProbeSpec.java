package org.waybill.client.probe;

import java.net.InetAddress;
import java.time.Duration;

/**
 * What is to be measured and what it may cost.
 *
 * @param host the remote host as the user named it
 * @param address the one of its addresses to use
 * @param port an open TCP port of the remote host, 0 if none is known
 * @param budget the longest the whole probe may take
 * @param maxBytes the most it may send and receive together
 */
public record ProbeSpec(String host, InetAddress address, int port, Duration budget, long maxBytes) {
    public ProbeSpec {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is outside 0..65535");
        }
        if (budget.isNegative() || budget.isZero() || maxBytes < 0) {
            throw new IllegalArgumentException(
                    "a probe needs time, not " + budget + ", and 0 or more bytes, not " + maxBytes);
        }
    }
}
