package org.waybill.cli.probe;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.TrustPrompt;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.doctor.Doctor;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.doctor.DoctorFacts;
import org.waybill.client.doctor.DoctorRun;
import org.waybill.client.doctor.Finding;
import org.waybill.client.doctor.NameMeasurements;
import org.waybill.client.doctor.PathMeasurements;
import org.waybill.client.doctor.RemoteHostUnderTest;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill doctor}. */
@Command(
        name = "doctor",
        header = "Diagnose what slows down transfers; show the fix for each problem and its gain.",
        description = "Checks the kernel's buffer limits, congestion control, MTU and quotas, and briefly "
                + "measures disk and cipher speed. With TARGET, checks that machine too, over SSH or through "
                + "a Waybill node, checks its name, measures the path to it, and sends test data for some "
                + "seconds in each direction. Without TARGET, assumes a path of 100 Mbit/s and 50 ms, and "
                + "notes what 1 Gbit/s and 100 ms would need. Changes nothing and needs no root; the fixes " + "do.",
        footer = {
            "waybill doctor --dir /data",
            "waybill doctor user@dtn.example.org:/data",
            "waybill doctor waybill://dtn.example.org/"
        })
public final class DoctorCommand extends WaybillCommand {
    /** Such faults keep us from the remote host too; an address that is dead does not, beside one that answers. */
    private static final Set<DoctorCode> WHY_UNREACHABLE =
            EnumSet.of(DoctorCode.MTU_BLACK_HOLE, DoctorCode.SLOW_DNS, DoctorCode.PATH_LOSS);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TARGET",
            description = "Another machine: user@host[:path] or waybill://host[:port]/. Default: only this machine.")
    private @Nullable String target;

    @Option(
            names = "--dir",
            paramLabel = "D",
            description = "Directory on the disk to measure. Default: the current directory.")
    private Path directory = Path.of(".");

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        DoctorRun examination = new DoctorRun(
                directory, session.asking(), session.agent(), session.home().root(), session::note);
        if (target == null) {
            RemoteHostUnderTest here = examination.here();
            return answer(session, here, Doctor.examine(here), new LinkedHashMap<>());
        }
        Endpoint end = parsed(session, target);
        if (end.location().isServedBy(Protocol.SSH)) {
            TrustPrompt.beforeLogIn(session, end);
        }
        DoctorRun.Found found = examined(session, examination, end);
        Doctor.Diagnosis diagnosis = Doctor.examine(found.facts());
        CommandFailure failure = unexplained(target, found, diagnosis.findings());
        if (failure == null) {
            if (found.problem() != null) {
                session.note(String.valueOf(found.problem().getMessage()));
            }
            return answer(session, found.here(), diagnosis, between(found));
        }
        if (!session.json() && failure.reason().isRetriable()) {
            printWay(session, found.facts(), diagnosis);
        }
        throw failure.beside(document(found.here(), diagnosis, between(found)));
    }

    private static int answer(
            Session session,
            RemoteHostUnderTest here,
            Doctor.Diagnosis diagnosis,
            Map<String, @Nullable Object> between) {
        return session.answer(document(here, diagnosis, between), out -> print(out, session, here, diagnosis));
    }

    /** What is known of the remote host and of the way there. */
    private static Map<String, @Nullable Object> between(DoctorRun.Found found) {
        DoctorFacts facts = found.facts();
        return Json.object(
                "far", found.far(),
                "path", facts.path(),
                "up", facts.up(),
                "down", facts.down(),
                "name", facts.name());
    }

    private static Map<String, @Nullable Object> document(
            RemoteHostUnderTest here, Doctor.Diagnosis diagnosis, Map<String, @Nullable Object> between) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(between);
        document.put("host", here.facts());
        document.put("diskWriteBytesPerSecond", here.diskWriteBytesPerSecond());
        document.put("diskReadBytesPerSecond", here.diskReadBytesPerSecond());
        document.put("cipherBytesPerSecond", here.cipherBytesPerSecond());
        document.put("quota", here.quota());
        document.put("findings", diagnosis.findings());
        document.put("notes", diagnosis.notes());
        return document;
    }

    private static DoctorRun.Found examined(Session session, DoctorRun examination, Endpoint end)
            throws TransferException, InterruptedException {
        try {
            return examination.with(end);
        } catch (TransferException e) {
            throw Target.unprobed(session, end, e);
        }
    }

    private static Endpoint parsed(Session session, String target) throws TransferException {
        Endpoint end = Target.parse(session.names(), target);
        if (end.isLocal()) {
            throw Invalid.value("TARGET", target, "another machine, or nothing for this one");
        }
        return end;
    }

    /**
     * A remote host that could not be examined is a failure, unless what was found on the way there explains it; null
     * where there is none.
     */
    static @Nullable CommandFailure unexplained(String target, DoctorRun.Found found, List<Finding> findings) {
        TransferException problem = found.problem();
        if (problem != null) {
            String message = String.valueOf(problem.getMessage());
            boolean unheard = problem.reason() == Reason.UNKNOWN_HOST || Overload.mayBeLate(problem.reason(), message);
            return unheard && findings.stream().anyMatch(finding -> WHY_UNREACHABLE.contains(finding.code()))
                    ? null
                    : new CommandFailure(problem.reason(), message, problem);
        }
        RemoteHostUnderTest far = found.far();
        // what the host's shell says may be too large for the way
        boolean lost = findings.stream().anyMatch(finding -> finding.code() == DoctorCode.MTU_BLACK_HOLE);
        return lost || far == null || !far.facts().basis().equals(HostFacts.UNKNOWN)
                ? null
                : new CommandFailure(
                        Reason.UNREACHABLE,
                        "cannot examine " + far.facts().host()
                                + (target.startsWith(Protocol.WAYBILL.scheme() + ":")
                                        ? ": its node does not run on Linux"
                                        : ": its SSH server runs no POSIX shell"));
    }

    /** What is known of the network to a host that could not be examined. */
    private static void printWay(Session session, DoctorFacts facts, Doctor.Diagnosis diagnosis) {
        PrintStream out = session.terminal().out();
        for (NameMeasurements.Address one : facts.name().addresses()) {
            Double millis = one.connectMillis();
            out.println(PrintableText.of(one.address())
                    + (millis == null
                            ? " accepts no connection"
                            : String.format(Locale.ROOT, " accepts connections, after %.1f ms", millis)));
        }
        PathMeasurements path = facts.path();
        out.println(
                path.measured()
                        ? String.format(
                                Locale.ROOT,
                                "the path carries %s, round trip %.1f ms",
                                HumanUnits.rate(path.bitsPerSecond()),
                                path.rttMillis())
                        : "the path's rate is unknown");
        diagnosis.findings().forEach(finding -> print(out, session, finding));
        out.flush();
    }

    private static void print(PrintStream out, Session session, RemoteHostUnderTest here, Doctor.Diagnosis diagnosis) {
        Double disk = here.diskWriteBytesPerSecond();
        Double cipher = here.cipherBytesPerSecond();
        out.println("disk write " + (disk == null ? "unknown" : HumanUnits.rate(disk * 8)) + ", cipher "
                + (cipher == null ? "unknown" : HumanUnits.rate(cipher * 8)) + " per core");
        if (diagnosis.findings().isEmpty()) {
            out.println("no problem found");
        }
        diagnosis.findings().forEach(finding -> print(out, session, finding));
        if (!diagnosis.notes().isEmpty()) {
            out.println();
            out.println("no problem now, but a limit for longer or faster paths, and for programs that set their own"
                    + " buffer sizes:");
            diagnosis.notes().forEach(note -> print(out, session, note));
        }
    }

    private static void print(PrintStream out, Session session, Finding finding) {
        out.println();
        out.println(session.terminal().outStyle().bold(finding.code().name()) + "  "
                + finding.code().title()
                + "  (" + gain(finding) + ")");
        out.println("  " + PrintableText.of(finding.text()));
        out.println("  fix" + (finding.host().isEmpty() ? "" : " at " + finding.host()) + ": " + finding.fix());
        out.println("  check: " + finding.check());
    }

    private static String gain(Finding finding) {
        if (finding.gain() != null) {
            return String.format(Locale.ROOT, "up to %.1f times faster", finding.gain());
        }
        return finding.savedSeconds() != null
                ? String.format(Locale.ROOT, "about %.1f s less for each new connection", finding.savedSeconds())
                : "gain unknown: " + finding.whyNoGain();
    }
}
