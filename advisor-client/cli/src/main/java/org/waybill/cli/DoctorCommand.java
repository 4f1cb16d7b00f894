package org.waybill.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.waybill.client.doctor.Doctor;
import org.waybill.client.doctor.Finding;
import org.waybill.client.doctor.LocalMeasurements;
import org.waybill.client.doctor.Patient;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill doctor}. */
@Command(name = "doctor",
        header = "Say what holds this machine back on long fast paths, with the exact fix and what it would gain.",
        description = {
            "",
            "Looks at the kernel's buffer limits, congestion control and MTU, and measures the disk and the cipher for "
                + "a moment. Changes nothing and needs no root; the fixes do.",
            ""
        },
        footer = {"", "Example:", "  waybill doctor --dir /data"})
final class DoctorCommand extends WaybillCommand {
    @Option(names = "--dir", paramLabel = "D", defaultValue = ".",
            description = "Where data go: the disk that is measured. Default: the current directory.")
    private Path directory = Path.of(".");

    DoctorCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        HostFacts facts = new LocalHost(Path.of("/")).examine(directory.toString());
        session.note("measuring disk and cipher ...");
        Double disk = LocalMeasurements.diskWriteBytesPerSecond(directory).orElse(null);
        double cipher = LocalMeasurements.cipherBytesPerSecond();
        List<Finding> findings = Doctor.examine(Patient.of(facts).measured(disk, cipher));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("host", facts);
        document.put("diskWriteBytesPerSecond", disk);
        document.put("cipherBytesPerSecond", cipher);
        document.put("findings", findings);
        session.answer(document, out -> {
            out.println("disk writes " + (disk == null ? "unknown" : Amounts.rate(disk * 8)) + ", cipher "
                    + Amounts.rate(cipher * 8) + " a core");
            if (findings.isEmpty()) {
                out.println("nothing found that holds a gigabit over 100 ms back");
            }
            for (Finding finding : findings) {
                out.println();
                out.println(session.terminal().outStyle().bold(finding.code().name()) + "  " + finding.code().title()
                        + (finding.gain() == null ? ""
                                : String.format(Locale.ROOT, "  (up to %.1f times)", finding.gain())));
                out.println("  " + OneLine.of(finding.text()));
                out.println("  fix: " + finding.fix());
            }
        });
        return 0;
    }
}
