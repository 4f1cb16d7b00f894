package org.waybill.cli.probe;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.MapFile;
import org.waybill.cli.command.Measured;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.drawing.Picture;
import org.waybill.client.drawing.RegressionPlot;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill probe bandwidth}. */
@Command(
        name = "bandwidth",
        header = "Measure the bandwidth of the path to a host.",
        description = {
            "icmp: a few hundred echo requests of several sizes measure round trip and bottleneck; the "
                    + "host only has to answer pings.",
            "transfers: test transfers of growing size, by the protocol of the URL TARGET, and a line "
                    + "fitted through them. Writes one hidden file and removes it, or with --pull reads parts of "
                    + "the file TARGET.",
            "trains: bursts of datagrams to a Waybill node measure capacity and available bandwidth."
        },
        footer = {
            "waybill probe bandwidth dtn.example.org",
            "waybill probe bandwidth --plot line.svg sftp://user@dtn.example.org/data/",
            "waybill probe bandwidth --method trains waybill://dtn.example.org/",
            "waybill probe bandwidth --third-party-probe --to ftp://b.example.org/in/ ftp://a.example.org/in/"
        })
final class ProbeBandwidthCommand extends WaybillCommand {
    /** How to measure. */
    enum Method {
        AUTO,
        ICMP,
        TRANSFERS,
        TRAINS
    }

    @Parameters(
            index = "0",
            paramLabel = "TARGET",
            description = "A host, or the URL of a directory (with --pull: a file) on it.")
    private @Nullable String target;

    @Option(
            names = "--method",
            paramLabel = "M",
            description = "auto, icmp, transfers or trains. auto: transfers for a URL, icmp for a host.")
    private Method method = Method.AUTO;

    @Option(names = "--pull", description = "Read the file TARGET instead of writing.")
    private boolean pull;

    @Option(
            names = "--to",
            paramLabel = "URL",
            description = "Measure between TARGET and this second server; requires --third-party-probe.")
    private @Nullable String to;

    @Option(names = "--third-party-probe", description = "Let the two servers send each other test data directly.")
    private boolean thirdParty;

    @Option(names = "--time", paramLabel = "SECONDS", description = "Time limit in seconds. Default: ${DEFAULT-VALUE}.")
    private int seconds = 10;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "Limit on the bytes of test transfers. Default: 4 MiB.")
    private long bytes = TransferBudget.LEAST_BYTES;

    @Option(
            names = "--plot",
            paramLabel = "F",
            description = "Draw the transfers and the fitted line in F (.svg or .png).")
    private @Nullable Path plot;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.remote(session, "TARGET", String.valueOf(target));
        check(end);
        BandwidthDocument found = measure(session, new BandwidthProbes(session, Duration.ofSeconds(seconds)), end);
        if (plot != null && found.regression() != null) {
            MapFile.write(plot, plotted(end, found.regression()));
        }
        remember(session, end, found);
        return session.answer(found, out -> print(out, found));
    }

    private void remember(Session session, Endpoint end, BandwidthDocument found)
            throws TransferException, InterruptedException {
        boolean fromThere = pull || to != null;
        String there = to == null
                ? LocalAddresses.name()
                : Target.parse(session.names(), to).host();
        Measured.keep(
                session,
                Target.address(session, end),
                found.measurements(fromThere ? end.host() : LocalAddresses.name(), fromThere ? there : end.host()));
    }

    private void check(Endpoint end) {
        ProbePathCommand.checkTime(seconds);
        if (thirdParty != (to != null)) {
            throw Invalid.usage("--to and --third-party-probe must be used together");
        }
        boolean transfers = to != null || chosen(end) == Method.TRANSFERS;
        if (plot != null && !transfers) {
            throw Invalid.usage("--plot requires test transfers: give a URL, such as " + Protocol.SFTP.scheme() + "://"
                    + end.host() + "/DIRECTORY/, or --method transfers");
        }
        MapFile.check("--plot", plot);
    }

    private Method chosen(Endpoint end) {
        return method != Method.AUTO ? method : end.schemeChosen() ? Method.TRANSFERS : Method.ICMP;
    }

    private BandwidthDocument measure(Session session, BandwidthProbes probes, Endpoint end)
            throws TransferException, InterruptedException {
        if (to != null) {
            Endpoint other = Target.remote(session, "--to", to);
            return probes.thirdParty(ThirdPartyTransfers.Consent.GIVEN, end, other, bytes);
        }
        return switch (chosen(end)) {
            case TRANSFERS -> probes.transfers(end, pull, bytes);
            case TRAINS -> probes.trains(end);
            default -> probes.icmp(end);
        };
    }

    private static Picture plotted(Endpoint end, BandwidthDocument.Regression regression) {
        return RegressionPlot.of(
                "Transfers of growing size: " + end.format(),
                regression.points(),
                Optional.ofNullable(regression.line()));
    }

    private static void print(PrintStream out, BandwidthDocument found) {
        if (found.rttMillis() != null) {
            out.printf(Locale.ROOT, "round trip  %.3f ms%n", found.rttMillis());
        }
        if (found.lossRatio() != null && found.lossRatio() > 0) {
            out.printf(Locale.ROOT, "echo loss   %.1f %%%n", 100 * found.lossRatio());
        }
        RateFit line = found.regression() == null ? null : found.regression().line();
        if (line != null) {
            out.println("rate        " + HumanUnits.rate(line.bitsPerSecond()) + " ("
                    + HumanUnits.rate(line.lowBitsPerSecond()) + " to " + HumanUnits.rate(line.highBitsPerSecond())
                    + ")"
                    + (line.settled() ? "" : "; " + line.trend().meaning()));
            out.printf(Locale.ROOT, "delay       %.1f ms%n", 1e3 * line.delaySeconds());
        } else {
            out.println(
                    "bottleneck  " + HumanUnits.rate(found.bottleneckBitsPerSecond()) + error(found.errorPercent()));
        }
        if (found.availableBitsPerSecond() != null) {
            out.println("available   " + HumanUnits.rate(found.availableBitsPerSecond())
                    + error(found.availableErrorPercent()));
        }
        out.println("method      " + found.method() + ", " + HumanUnits.counted(found.samples(), "sample")
                + (found.bytesUsed() == null ? "" : ", " + HumanUnits.binarySize(found.bytesUsed())));
        if (found.problem() != null) {
            out.println("stopped     " + PrintableText.of(found.problem()));
        }
    }

    private static String error(@Nullable Double percent) {
        return percent == null ? "" : String.format(Locale.ROOT, " +- %.0f %%", percent);
    }
}
