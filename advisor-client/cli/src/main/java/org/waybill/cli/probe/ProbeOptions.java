package org.waybill.cli.probe;

import org.waybill.cli.command.Invalid;
import org.waybill.client.endpoint.Endpoint;

/** Checks that the probes of a path share. */
final class ProbeOptions {
    private ProbeOptions() {}

    static void check(Endpoint end, String target, int seconds) {
        if (end.isLocal()) {
            throw Invalid.value("TARGET", target, "another machine");
        }
        if (seconds < 1) {
            throw Invalid.value("--time", seconds, "1 or more seconds");
        }
    }
}
