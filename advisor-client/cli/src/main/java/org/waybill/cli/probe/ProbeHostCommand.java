package org.waybill.cli.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.doctor.DiskRates;
import org.waybill.client.doctor.RemoteHostUnderTest;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.HostProbe;
import org.waybill.client.probe.host.TcpSettings;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill probe host}. */
@Command(
        name = "host",
        header = "Show a machine's memory, disk, load and TCP settings.",
        description = "Examines another machine over SSH.",
        footer = {
            "waybill probe host .",
            "waybill probe host --disk /data",
            "waybill probe host user@dtn.example.org:/data"
        })
final class ProbeHostCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TARGET",
            description = "A path on this machine, or user@host[:path]. Default: the current directory.")
    private String target = ".";

    @Option(
            names = "--disk",
            description = "Also measure the disk, for about two seconds: write a file in the directory, read it and "
                    + "remove it.")
    private boolean disk;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.parse(session.names(), target);
        HostFacts facts = examine(new HostProbe(session.asking(), session.agent(), null), end);
        if (facts.basis().equals(HostFacts.UNKNOWN)) {
            throw new CommandFailure(
                    Reason.UNREACHABLE, "cannot examine " + end.host() + ": its SSH server runs no POSIX shell");
        }
        HostFacts found = disk ? measured(session, end, facts) : facts;
        return session.answer(found, out -> {
            out.println("memory  " + size(facts.freeMemoryBytes()) + " free of " + size(facts.totalMemoryBytes()));
            out.println("disk    " + size(facts.freeDiskBytes()) + " free of " + size(facts.totalDiskBytes()));
            String load =
                    facts.loadAverage() == null ? "unknown" : String.format(Locale.ROOT, "%.2f", facts.loadAverage());
            out.println("load    " + load + " on " + count(facts.cpus()) + " processors; processes: "
                    + count(facts.runnableProcesses()) + " ready to run, " + count(facts.blockedProcesses())
                    + " waiting for a disk");
            if (disk) {
                out.println("        reads " + rate(found.diskReadBytesPerSecond()) + ", writes "
                        + rate(found.diskWriteBytesPerSecond()));
            }
            TcpSettings tcp = facts.tcp();
            if (tcp != null) {
                out.println("tcp     buffers up to " + size(tcp.receiveBufferMaxBytes()) + " (receive), "
                        + size(tcp.sendBufferMaxBytes()) + " (send); congestion control " + tcp.congestionControl()
                        + " (available: " + String.join(", ", tcp.congestionControls()) + "); MTU "
                        + count(tcp.mtuBytes()) + " bytes");
            }
            out.println("source  " + facts.basis()
                    + (facts.measuredAt() == null
                            ? ""
                            : ", " + facts.measuredAt().truncatedTo(ChronoUnit.SECONDS)));
        });
    }

    private static HostFacts examine(HostProbe examiner, Endpoint end) throws TransferException, InterruptedException {
        if (end.isLocal()) {
            return examineThis(examiner, end);
        }
        try {
            return examiner.examineExisting(end);
        } catch (TransferException e) {
            if (e.reason() != Reason.NOT_FOUND
                    && end.location().port() == 0
                    && LocalAddresses.owns(Target.address(end))) { // a port may be a tunnel's
                return examineThis(
                        examiner, new Endpoint(Location.local(end.location().path()), true));
            }
            throw e;
        }
    }

    private static HostFacts examineThis(HostProbe examiner, Endpoint end) throws InterruptedException {
        String path = end.location().path();
        if (Files.notExists(Path.of(path))) {
            throw new CommandFailure(Reason.NOT_FOUND, "no such file or directory: " + path);
        }
        return examiner.examine(end, 0, HostExaminer.Disk.UNTIMED);
    }

    private static HostFacts measured(Session session, Endpoint end, HostFacts facts) throws InterruptedException {
        session.note("measuring the disk ...");
        DiskRates rates = facts.basis().equals(HostFacts.LOCAL)
                ? RemoteHostUnderTest.disk(new LocalCommands(), end.location().path())
                : RemoteHostUnderTest.diskRates(end, session.asking(), session.agent());
        return facts.withDisk(rates.readBytesPerSecond(), rates.writeBytesPerSecond());
    }

    private static String count(@Nullable Integer value) {
        return value == null ? "unknown" : value.toString();
    }

    private static String rate(@Nullable Double bytesPerSecond) {
        return bytesPerSecond == null ? "unknown" : HumanUnits.rate(bytesPerSecond * 8);
    }

    private static String size(@Nullable Long bytes) {
        return bytes == null ? "unknown" : HumanUnits.binarySize(bytes);
    }
}
