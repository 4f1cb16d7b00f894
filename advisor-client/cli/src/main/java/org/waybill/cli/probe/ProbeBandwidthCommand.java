package org.waybill.cli.probe;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Measured;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.drawing.RegressionPlot;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill probe bandwidth}. */
@Command(
        name = "bandwidth",
        header = "Measure what the path to a host carries: by ICMP, by small transfers, or by trains to a node.",
        description = {
            "",
            "icmp: a few hundred echoes of several sizes give delay and bottleneck; the far end only has to answer"
                + " pings. transfers: transfers of growing size over the protocol that TARGET names, and a line"
                + " through them; writes one hidden file that is removed, or with --pull reads parts of the file"
                + " named. trains: bursts of datagrams to a Waybill node give capacity and what other traffic leaves"
                + " of it.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill probe bandwidth dtn.example.org",
            "  waybill probe bandwidth --plot line.svg sftp://user@dtn.example.org/data/",
            "  waybill probe bandwidth --method trains waybill://dtn.example.org/",
            "  waybill probe bandwidth --third-party-probe --to ftp://b.example.org/in/ ftp://a.example.org/in/"
        })
final class ProbeBandwidthCommand extends WaybillCommand {
    /** How to measure. */
    enum Method {
        AUTO,
        ICMP,
        TRANSFERS,
        TRAINS
    }

    @Parameters(index = "0", paramLabel = "TARGET", description = "A host, or an endpoint on it.")
    private @Nullable String target;

    @Option(
            names = "--method",
            paramLabel = "M",
            defaultValue = "auto",
            description = "auto, icmp, transfers or trains. auto: transfers for a URL, icmp for a host alone.")
    private Method method = Method.AUTO;

    @Option(names = "--pull", description = "Read the file that TARGET names instead of writing.")
    private boolean pull;

    @Option(
            names = "--to",
            paramLabel = "END",
            description = "Measure between TARGET and this other remote end; wants --third-party-probe.")
    private @Nullable String to;

    @Option(names = "--third-party-probe", description = "Let the two servers send test data straight to each other.")
    private boolean thirdParty;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "The longest it may take. Default: ${DEFAULT-VALUE}.")
    private int seconds = 10;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "The most that transfers may move. Default: 4 MiB.")
    private long bytes = TransferBudget.LEAST_BYTES;

    @Option(
            names = "--plot",
            paramLabel = "F",
            description = "Draw the transfers and the line; F ends in .svg or .png.")
    private @Nullable Path plot;

    ProbeBandwidthCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.parse(session.names(), String.valueOf(target));
        check(end);
        BandwidthDocument found = measure(session, new BandwidthProbes(session, Duration.ofSeconds(seconds)), end);
        if (plot != null && found.regression() != null) {
            draw(plot, end, found.regression());
        }
        remember(session, end, found);
        session.answer(found, out -> print(out, found));
        return 0;
    }

    private void remember(Session session, Endpoint end, BandwidthDocument found)
            throws TransferException, InterruptedException {
        boolean fromThere = pull || to != null;
        String there = to == null
                ? LocalAddresses.name()
                : Target.parse(session.names(), to).host();
        Measured.keep(
                session,
                Target.address(end),
                found.measurements(fromThere ? end.host() : LocalAddresses.name(), fromThere ? there : end.host()));
    }

    private void check(Endpoint end) {
        if (end.isLocal() || seconds < 1) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    end.isLocal()
                            ? "'" + target + "' is on this machine: name a host"
                            : "--time wants at least 1 second");
        }
        if (thirdParty != (to != null)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--to and --third-party-probe belong together: two servers send "
                            + "each other test data only when you say so");
        }
        boolean transfers = to != null || chosen(end) == Method.TRANSFERS;
        if (plot != null && !transfers) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--plot draws transfers of growing size: name a URL, such as " + Protocol.SFTP.scheme() + "://"
                            + end.host() + "/DIRECTORY/, or --method transfers");
        }
        if (plot != null && !plot.toString().toLowerCase(Locale.ROOT).matches(".*\\.(svg|png)")) {
            throw new CommandFailure(Reason.BAD_INPUT, "'" + plot + "' is no picture: end its name in .svg or .png");
        }
    }

    private Method chosen(Endpoint end) {
        return method != Method.AUTO ? method : end.schemeChosen() ? Method.TRANSFERS : Method.ICMP;
    }

    private BandwidthDocument measure(Session session, BandwidthProbes probes, Endpoint end)
            throws TransferException, InterruptedException {
        if (to != null) {
            Endpoint other = Target.parse(session.names(), to);
            if (other.isLocal()) {
                throw new CommandFailure(Reason.BAD_INPUT, "'" + to + "' is on this machine: leave --to out");
            }
            return probes.thirdParty(ThirdPartyTransfers.Consent.GIVEN, end, other, bytes);
        }
        return switch (chosen(end)) {
            case TRANSFERS -> probes.transfers(end, pull, bytes);
            case TRAINS -> probes.trains(end);
            default -> probes.icmp(end);
        };
    }

    private static void draw(Path file, Endpoint end, BandwidthDocument.Regression regression) {
        try {
            RegressionPlot.of(
                            "Transfers of growing size: " + end.format(),
                            regression.points(),
                            Optional.ofNullable(regression.line()))
                    .write(file);
        } catch (IOException e) {
            throw CommandFailure.ofWriting(file.toString(), e);
        }
    }

    private static void print(PrintStream out, BandwidthDocument found) {
        if (found.rttMillis() != null) {
            out.println("round trip  " + String.format(Locale.ROOT, "%.3f ms", found.rttMillis()));
        }
        if (found.lossRatio() != null && found.lossRatio() > 0) {
            out.println("unanswered  " + String.format(Locale.ROOT, "%.1f %% of echoes", 100 * found.lossRatio()));
        }
        RateFit line = found.regression() == null ? null : found.regression().line();
        if (line != null) {
            out.println("rate        " + HumanUnits.rate(line.bitsPerSecond()) + " ("
                    + HumanUnits.rate(line.lowBitsPerSecond()) + " to " + HumanUnits.rate(line.highBitsPerSecond())
                    + ")"
                    + (line.settled() ? "" : "; " + line.trend().meaning()));
            out.println("delay       " + String.format(Locale.ROOT, "%.1f ms", 1e3 * line.delaySeconds()));
        } else {
            out.println(
                    "bottleneck  " + HumanUnits.rate(found.bottleneckBitsPerSecond()) + error(found.errorPercent()));
        }
        if (found.availableBitsPerSecond() != null) {
            out.println("available   " + HumanUnits.rate(found.availableBitsPerSecond())
                    + error(found.availableErrorPercent()));
        }
        out.println("by " + found.method() + ", " + found.samples() + " samples"
                + (found.bytesUsed() == null ? "" : ", " + HumanUnits.binarySize(found.bytesUsed())));
        if (found.problem() != null) {
            out.println("ended early: " + PrintableText.of(found.problem()));
        }
    }

    private static String error(@Nullable Double percent) {
        return percent == null ? "" : String.format(Locale.ROOT, " +- %.0f %%", percent);
    }
}
