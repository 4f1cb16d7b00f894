package org.waybill.cli.probe;

import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.Advising;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.OneLine;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.Amounts;
import org.waybill.client.doctor.Doctor;
import org.waybill.client.doctor.Finding;
import org.waybill.client.doctor.HostUnderTest;
import org.waybill.client.doctor.LocalMeasurements;
import org.waybill.client.doctor.PathMeasurements;
import org.waybill.client.doctor.RemoteHostUnderTest;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.survey.PathSurvey;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill doctor}. */
@Command(name = "doctor",
        header = "Say what holds this machine, or this machine and another, back, with the exact fix and its gain.",
        description = {
            "",
            "Looks at the kernel's buffer limits, congestion control and MTU, and measures the disk and the cipher for "
                + "a moment. With another machine it does so there too, over SSH or through a Waybill node, and "
                + "measures the path between them; alone it judges for a gigabit over 100 ms. Changes nothing and "
                + "needs no root; the fixes do.",
            ""
        },
        footer = {"", "Examples:", "  waybill doctor --dir /data", "  waybill doctor user@dtn.example.org:/data",
            "  waybill doctor waybill://dtn.example.org/"})
public final class DoctorCommand extends WaybillCommand {
    private static final Duration PATH_TIME = Duration.ofSeconds(6);
    private static final long PATH_BYTES = 2L << 20;

    @Parameters(index = "0", arity = "0..1", paramLabel = "TARGET",
            description = "Another machine, as user@host[:path] or waybill://host[:port]/. Default: this machine "
                    + "alone.")
    private @Nullable String target;

    @Option(names = "--dir", paramLabel = "D", defaultValue = ".",
            description = "Where data go: the disk that is measured here. Default: the current directory.")
    private Path directory = Path.of(".");

    DoctorCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        HostFacts facts = new LocalHost(Path.of("/")).examine(directory.toString());
        session.note("measuring disk and cipher ...");
        Double disk = LocalMeasurements.diskWriteBytesPerSecond(directory).orElse(null);
        double cipher = LocalMeasurements.cipherBytesPerSecond();
        HostUnderTest here = HostUnderTest.of(facts).measured(disk, cipher);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("host", facts);
        document.put("diskWriteBytesPerSecond", disk);
        document.put("cipherBytesPerSecond", cipher);
        List<Finding> findings = target == null ? Doctor.examine(here) : both(session, here, target, document);
        document.put("findings", findings);
        session.answer(document, out -> print(out, session, disk, cipher, findings));
        return 0;
    }

    /** Data may go either way: what limits one of them counts, once. */
    private static List<Finding> both(Session session, HostUnderTest here, String target, Map<String, Object> document)
            throws TransferException, InterruptedException {
        Endpoint end = Target.parse(target);
        if (end.isLocal()) {
            throw new CommandFailure(Reason.BAD_INPUT, "'" + target + "' is on this machine: leave it out");
        }
        session.note("measuring the path to " + end.host() + " ...");
        PathMeasurements path = path(session, end);
        RemoteHostUnderTest far = examined(session, end);
        document.put("far", far);
        document.put("path", path);
        List<Finding> findings = new ArrayList<>(Doctor.examine(here, far.patient(), path));
        for (Finding back : Doctor.examine(far.patient(), here, path)) {
            boolean known = findings.stream()
                    .anyMatch(one -> one.code() == back.code() && one.host().equals(back.host())
                            && one.fix().equals(back.fix()));
            if (!known) {
                findings.add(back);
            }
        }
        return findings;
    }

    private static RemoteHostUnderTest examined(Session session, Endpoint end)
            throws TransferException, InterruptedException {
        boolean node = end.location().scheme().equals("waybill");
        session.note("examining " + end.host() + (node ? " through its node ..." : " over SSH ..."));
        RemoteHostUnderTest far = node ? RemoteHostUnderTest.throughNode(session.home().root(), end)
                : RemoteHostUnderTest.examine(end, session.credentials(), Advising.agent(session));
        if (far.facts().basis().equals(HostFacts.UNKNOWN)) {
            throw new CommandFailure(Reason.UNREACHABLE, "nothing can be learned of " + end.host() + (node
                    ? ": its node has no tables of a Linux kernel to read"
                    : ": it answers SSH but not the questions of a POSIX shell"));
        }
        return far;
    }

    private static PathMeasurements path(Session session, Endpoint end) throws TransferException, InterruptedException {
        InetAddress address = Target.address(end);
        PathSurvey.Found found = new PathSurvey(ProbeContext.system())
                .quick(new ProbeSpec(end.host(), address, 0, PATH_TIME, PATH_BYTES));
        Double rtt = found.path().rttMillis();
        Double rate = found.path().bottleneckBitsPerSecond();
        PathMeasurements assumed = PathMeasurements.reference();
        if (rtt == null || rate == null || rtt <= 0) {
            session.note("the path could not be measured whole: " + String.join("; ", found.problems()));
        }
        return new PathMeasurements(rtt == null || rtt <= 0 ? assumed.rttMillis() : rtt,
                rate == null ? assumed.bitsPerSecond() : rate, found.pathMtuBytes(), null, rtt != null && rate != null);
    }

    private static void print(PrintStream out, Session session, @Nullable Double disk, double cipher,
            List<Finding> findings) {
        out.println("disk writes " + (disk == null ? "unknown" : Amounts.rate(disk * 8)) + ", cipher "
                + Amounts.rate(cipher * 8) + " a core");
        if (findings.isEmpty()) {
            out.println("nothing found that holds the path back");
        }
        for (Finding finding : findings) {
            out.println();
            out.println(session.terminal().outStyle().bold(finding.code().name()) + "  " + finding.code().title()
                    + (finding.gain() == null ? ""
                            : String.format(Locale.ROOT, "  (up to %.1f times)", finding.gain())));
            out.println("  " + OneLine.of(finding.text()));
            out.println("  fix" + (finding.host().isEmpty() ? "" : " at " + finding.host()) + ": " + finding.fix());
        }
    }
}
