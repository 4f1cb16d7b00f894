package org.waybill.cli.move;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.waybill.api.ServiceException;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.advise.AdviceView;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.progress.ProgressView;
import org.waybill.client.HumanUnits;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.platform.FreeSpace;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill demo}. */
@Command(
        name = "demo",
        header = "Show Waybill at work on this machine: two nodes, advice, a verified copy, forecast against outcome.",
        description = {
            "",
            "Needs no other software and leaves only a line in the history, from which the next run's"
                    + " forecast learns. Makes a file of 256 MiB under WAYBILL_HOME and copies it between two nodes"
                    + " on loopback.",
            ""
        },
        footer = {"", "Example:", "  waybill demo --json | python3 -m json.tool"})
public final class DemoCommand extends WaybillCommand {
    private static final int CHUNK_BYTES = 1 << 20;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            defaultValue = "256MiB",
            description = "How large a file to copy. Default: ${DEFAULT-VALUE}.")
    private long size = 256L << 20;

    @Override
    protected int run(Session session) throws IOException, TransferException, InterruptedException {
        Path stage =
                session.home().root().resolve("demo-" + ProcessHandle.current().pid());
        try {
            return play(session, stage);
        } finally {
            PrivateFiles.removeTree(stage);
        }
    }

    private int play(Session session, Path stage) throws IOException, TransferException, InterruptedException {
        session.advisorClient().prepare();
        Path here = stage.resolve("laboratory");
        Path there = stage.resolve("archive");
        PrivateFiles.createDirectory(here);
        PrivateFiles.createDirectory(there);
        requireSpace(stage);
        try (WaybillNode laboratory = start(session.home(), here);
                WaybillNode archive = start(session.home(), there)) {
            session.note("two nodes are up: 'laboratory' at port "
                    + laboratory.address().getPort() + ", 'archive' at port "
                    + archive.address().getPort());
            Path file = here.resolve("measurement.dat");
            session.note("writing " + HumanUnits.binarySize(size) + " of test data ...");
            String sha256 = write(file, size);
            Endpoint source = new Endpoint(Location.local(file.toString()), true);
            Endpoint destination = new Endpoint(
                    new Location(
                            Protocol.WAYBILL.scheme(),
                            null,
                            archive.address().getAddress().getHostAddress(),
                            archive.address().getPort(),
                            "/incoming/"),
                    true);
            Advisor.AdviceResult adviceResult = advise(session, AdviceRequest.of(source, destination));
            if (!session.json()) {
                new AdviceView(
                                session.terminal().out(),
                                session.terminal().outStyle(),
                                session.terminal().columns())
                        .print("the laboratory", "the archive", adviceResult.advice(), session.quiet());
            }
            TransferOrder order = MoveChoice.plain(source, destination, DataOptions.DEFAULT, null, CopyRules.USUAL)
                    .by(adviceResult, null, false, false);
            TransferResult result = move(session, order);
            verify(there.resolve("incoming").resolve("measurement.dat"), sha256, result);
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("advice", adviceResult.advice());
            document.put("move", MoveDocument.succeeded(source, destination, result));
            return session.answer(document, out -> tell(out, session, result));
        }
    }

    /** Lets the service start first: on a small machine it would slow the measurements down. */
    private static Advisor.AdviceResult advise(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        session.note("starting the embedded advisor service ...");
        try {
            session.advisor().info();
        } catch (ServiceException e) {
            session.note("it does not answer, so there is no history: " + e.getMessage());
        }
        Advisor.AdviceResult adviceResult = AdviceSession.advise(session, request);
        // a machine that is very busy may need a second look
        return adviceResult.advice().workflows().isEmpty() ? AdviceSession.advise(session, request) : adviceResult;
    }

    private static WaybillNode start(WaybillHome home, Path data) throws TransferException {
        return WaybillNode.start(NodeSettings.onLoopback(home.root(), data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    private void requireSpace(Path stage) throws IOException {
        long free = FreeSpace.bytes(stage);
        long needed = Math.addExact(Math.multiplyExact(size, 2), 64L << 20);
        if (free < needed) {
            throw new CommandFailure(
                    Reason.DISK_FULL,
                    "the demo needs " + HumanUnits.binarySize(needed) + " free at "
                            + stage + ", there are " + HumanUnits.binarySize(free)
                            + ": set WAYBILL_HOME to another disk, or --size to less");
        }
    }

    /** Writes noise, which no layer can compress or guess, and returns its SHA-256. */
    private static String write(Path file, long bytes) throws IOException {
        MessageDigest digest = Sha256.start();
        SplittableRandom random = new SplittableRandom();
        byte[] chunk = new byte[CHUNK_BYTES];
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= Math.min(left, chunk.length)) {
                random.nextBytes(chunk);
                ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, (int) Math.min(left, chunk.length));
                digest.update(buffer.duplicate());
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
        }
        return Sha256.hex(digest.digest());
    }

    private static TransferResult move(Session session, TransferOrder order)
            throws TransferException, InterruptedException {
        try (ProgressView progress = new ProgressView(session, session.quiet(), false, "")) {
            return new CopyRunner(session).move(order, progress);
        }
    }

    /** Reads the file at its destination and compares it with what was written at the source. */
    private static void verify(Path arrived, String sha256, TransferResult result) throws IOException {
        MessageDigest digest = Sha256.start();
        try (InputStream in = Files.newInputStream(arrived)) {
            Sha256.addPrefix(in, Files.size(arrived), digest);
        }
        String found = Sha256.hex(digest.digest());
        if (!found.equals(sha256) || !sha256.equals(result.report().sha256())) {
            throw new CommandFailure(
                    Reason.VERIFICATION_FAILED,
                    "the file at " + arrived + " has SHA-256 " + found + ", the source has " + sha256
                            + ", the report says " + result.report().sha256());
        }
    }

    private static void tell(PrintStream out, Session session, TransferResult result) {
        out.println();
        CopyRunner.print(out, result);
        if (session.quiet()) {
            return;
        }
        out.println();
        out.println("Try next:");
        out.println("  waybill demo                                     again: now the forecast has a history");
        out.println("  waybill history show                             what was copied, and how good forecasts were");
        out.println("  waybill advise FILE user@host:/directory/        your own data, your own server");
        out.println("  waybill node --listen 0.0.0.0:7411 --data-dir D  a node on another machine, then pair");
    }
}
