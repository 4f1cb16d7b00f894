package org.waybill.cli.move;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Transports;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.TransferRequest.Verify;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** By what, how fast and until when data are sent, as options of {@code copy} and {@code sync}. */
@Command
final class TransferOptions {
    @Option(
            names = "--transport",
            paramLabel = "T",
            defaultValue = Transports.AUTO,
            completionCandidates = Transports.Names.class,
            description =
                    "${COMPLETION-CANDIDATES}; gsiftps is gsiftp with encrypted data. auto: the protocol that the "
                            + "endpoints name, or the best option where copy uses advice. Default: ${DEFAULT-VALUE}.")
    private String transport = Transports.AUTO;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "auto",
            description = "Parallel connections: auto, or a number. Default: ${DEFAULT-VALUE}.")
    private String streams = "auto";

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Maximum send rate: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Option(
            names = "--bwlimit",
            paramLabel = "R",
            converter = Quantities.BandwidthLimit.class,
            description = "Maximum send rate in bytes a second as for rsync: 1000 or 1000K is 1000 KiB/s, 1.5m is "
                    + "1.5 MiB/s, 10MB is 10,000,000 bytes/s.")
    private @Nullable Long bandwidthLimit;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            converter = Quantities.Deadline.class,
            description =
                    "Abort at this time: 90m, 2h30m, 18:00, 2026-12-31T18:00. Default: after 24 h without progress.")
    @Nullable
    Instant deadline;

    /** As it was written. */
    String transport() {
        return transport;
    }

    /** In lower case; empty for {@code auto}. */
    String namedTransport() {
        String named = transport.toLowerCase(Locale.ROOT);
        return named.equals(Transports.AUTO) ? "" : named;
    }

    /** What a user asks for with these options, which is all that {@code sync} has. */
    MoveChoice choice(Endpoint from, Endpoint to, Verify verify, CopyRules rules) {
        return MoveChoice.plain(from, to, data(verify), deadline, rules);
    }

    DataOptions data(Verify verify) {
        return new DataOptions(streamCount(), rateLimit(), verify);
    }

    /** In bits per second; 0 for no limit. */
    private long rateLimit() {
        if (rate != null && bandwidthLimit != null) {
            throw Invalid.usage("--rate and --bwlimit are the same limit: leave one out");
        }
        return rate != null ? rate : bandwidthLimit != null ? bandwidthLimit : 0;
    }

    /** 0 for {@code auto}. */
    private int streamCount() {
        if (streams.equalsIgnoreCase("auto")) {
            return 0;
        }
        try {
            int count = Integer.parseInt(streams);
            if (count >= 1 && count <= 128) {
                return count;
            }
        } catch (NumberFormatException ignored) {
            // reported below
        }
        throw Invalid.usage("invalid --streams '" + streams + "': expected auto or 1-128");
    }
}
