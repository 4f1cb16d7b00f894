package org.waybill.cli.probe;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.TrustPrompt;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.doctor.Doctor;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.doctor.DoctorRun;
import org.waybill.client.doctor.Finding;
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
        header = "Say what holds this machine, or this machine and another, back, with the exact fix and its gain.",
        description = {
            "",
            "Looks at the kernel's buffer limits, congestion control, MTU and quotas, and measures the disk and the"
                + " cipher for a moment. With another machine it does so there too, over SSH or through a Waybill"
                + " node, looks up its name, measures the path between them, and moves test data for some seconds each"
                + " way; alone it judges for 100 Mbit/s over 50 ms, and notes what a gigabit over 100 ms would want."
                + " Changes nothing and needs no root; the fixes do.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill doctor --dir /data",
            "  waybill doctor user@dtn.example.org:/data",
            "  waybill doctor waybill://dtn.example.org/"
        })
public final class DoctorCommand extends WaybillCommand {
    /** Such faults keep us from the far end too. */
    private static final Set<DoctorCode> WHY_UNREACHABLE =
            EnumSet.of(DoctorCode.MTU_BLACK_HOLE, DoctorCode.DEAD_IPV6, DoctorCode.SLOW_DNS, DoctorCode.PATH_LOSS);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TARGET",
            description =
                    "Another machine, as user@host[:path] or waybill://host[:port]/. Default: this machine " + "alone.")
    private @Nullable String target;

    @Option(
            names = "--dir",
            paramLabel = "D",
            defaultValue = ".",
            description = "Where data go: the disk that is measured here. Default: the current directory.")
    private Path directory = Path.of(".");

    DoctorCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        DoctorRun examination = new DoctorRun(
                directory,
                session.asking(),
                AdviceSession.agent(session),
                session.home().root(),
                session::note);
        Map<String, Object> document = new LinkedHashMap<>();
        RemoteHostUnderTest here;
        Doctor.Diagnosis diagnosis;
        if (target == null) {
            here = examination.here();
            diagnosis = Doctor.examine(here.underTest());
        } else {
            Endpoint end = parsed(session, target);
            if (end.location().isServedBy(Protocol.SSH)) {
                TrustPrompt.beforeLogIn(session, end);
            }
            DoctorRun.Found found = examination.with(end);
            here = found.here();
            diagnosis = Doctor.examine(found.facts());
            checked(target, found, diagnosis, session);
            document.put("far", found.far());
            document.put("path", found.facts().path());
            document.put("up", found.facts().up());
            document.put("down", found.facts().down());
            document.put("name", found.facts().name());
        }
        document.put("host", here.facts());
        document.put("diskWriteBytesPerSecond", here.diskWriteBytesPerSecond());
        document.put("diskReadBytesPerSecond", here.diskReadBytesPerSecond());
        document.put("cipherBytesPerSecond", here.cipherBytesPerSecond());
        document.put("quota", here.quota());
        document.put("findings", diagnosis.findings());
        document.put("notes", diagnosis.notes());
        session.answer(document, out -> print(out, session, here, diagnosis));
        return 0;
    }

    private static Endpoint parsed(Session session, String target) throws TransferException {
        Endpoint end = Target.parse(session.names(), target);
        if (end.isLocal()) {
            throw new CommandFailure(Reason.BAD_INPUT, "'" + target + "' is on this machine: leave it out");
        }
        return end;
    }

    /** A far end that nobody could look at is a failure, unless what was found on the way there explains it. */
    private static void checked(String target, DoctorRun.Found found, Doctor.Diagnosis diagnosis, Session session)
            throws TransferException {
        TransferException problem = found.problem();
        boolean explained = diagnosis.findings().stream().anyMatch(finding -> WHY_UNREACHABLE.contains(finding.code()));
        if (problem != null && !explained) {
            throw problem;
        }
        if (problem != null) {
            session.note(String.valueOf(problem.getMessage()));
        }
        RemoteHostUnderTest far = found.far();
        if (far != null && far.facts().basis().equals(HostFacts.UNKNOWN)) {
            throw new CommandFailure(
                    Reason.UNREACHABLE,
                    "nothing can be learned of " + far.facts().host()
                            + (target.startsWith(Protocol.WAYBILL.scheme() + ":")
                                    ? ": its node has no tables of a Linux kernel to read"
                                    : ": it answers SSH but not the questions of a POSIX shell"));
        }
    }

    private static void print(PrintStream out, Session session, RemoteHostUnderTest here, Doctor.Diagnosis diagnosis) {
        Double disk = here.diskWriteBytesPerSecond();
        Double cipher = here.cipherBytesPerSecond();
        out.println("disk writes " + (disk == null ? "unknown" : HumanUnits.rate(disk * 8)) + ", cipher "
                + (cipher == null ? "unknown" : HumanUnits.rate(cipher * 8)) + " a core");
        if (diagnosis.findings().isEmpty()) {
            out.println("nothing found that holds the path back");
        }
        diagnosis.findings().forEach(finding -> print(out, session, finding));
        if (!diagnosis.notes().isEmpty()) {
            out.println();
            out.println("does not hold back now, but would hold programs that set their buffers themselves, or longer"
                    + " and faster paths:");
            diagnosis.notes().forEach(note -> print(out, session, note));
        }
    }

    private static void print(PrintStream out, Session session, Finding finding) {
        out.println();
        out.println(session.terminal().outStyle().bold(finding.code().name()) + "  "
                + finding.code().title()
                + (finding.gain() == null ? "" : String.format(Locale.ROOT, "  (up to %.1f times)", finding.gain())));
        out.println("  " + PrintableText.of(finding.text()));
        out.println("  fix" + (finding.host().isEmpty() ? "" : " at " + finding.host()) + ": " + finding.fix());
        out.println("  check: " + finding.check());
    }
}
