package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.Map;
import java.util.logging.Handler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.AdmittedConnection;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Printable;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/** Commands that transfer data: they start here and continue while the control channel is read. */
final class TransferCommands implements CommandSet {
    private static final Pattern PARTIAL_GET = Pattern.compile("P (\\d{1,18}) (\\d{1,18}) (.+)", Pattern.DOTALL);
    private static final Pattern PARTIAL_PUT = Pattern.compile("A (\\d{1,18}) (.+)", Pattern.DOTALL);

    private final ControlChannel control;
    private final AdmittedConnection visitor;
    private final GatewaySettings gateway;
    private final Backends backends;
    private final ClientData data;
    private final GatewayListener listener;
    private final FileCommands files;
    private final TransferSettings settings;
    private volatile @Nullable TransferTask running;
    private @Nullable Thread transferThread;

    TransferCommands(
            ControlChannel control,
            AdmittedConnection visitor,
            GatewaySettings gateway,
            Backends backends,
            ClientData data,
            FileCommands files,
            GatewayListener listener) {
        this.control = control;
        this.visitor = visitor;
        this.gateway = gateway;
        this.backends = backends;
        this.data = data;
        this.files = files;
        this.listener = listener;
        this.settings = new TransferSettings(control, data, () -> running);
    }

    /** The commands that settle what the next transfer is like. */
    TransferSettings settings() {
        return settings;
    }

    @Override
    public Map<String, Handler> handlers() {
        return Map.ofEntries(
                Map.entry("RETR", argument -> retrieve(argument, -1, -1)),
                Map.entry("STOR", argument -> store(argument, -1, false)),
                Map.entry("APPE", argument -> store(argument, -1, true)),
                Map.entry("ERET", this::retrievePart),
                Map.entry("ESTO", this::storePart),
                Map.entry("MLSD", argument -> list("MLSD", argument)),
                Map.entry("NLST", argument -> list("NLST", argument)),
                Map.entry("LIST", argument -> list("LIST", argument)),
                Map.entry("ABOR", argument -> abort()),
                Map.entry("STAT", argument -> status()));
    }

    boolean isUnderWay() {
        return running != null;
    }

    /** Ends what is under way, without waiting. */
    void stop() {
        TransferTask task = running;
        if (task != null) {
            task.abort();
        }
    }

    private void retrievePart(String argument) throws IOException {
        Matcher matcher = FileCommands.matched(PARTIAL_GET, argument, "ERET takes P OFFSET LENGTH PATH");
        retrieve(matcher.group(3), Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    private void storePart(String argument) throws IOException {
        Matcher matcher = FileCommands.matched(PARTIAL_PUT, argument, "ESTO takes A OFFSET PATH");
        store(matcher.group(2), Long.parseLong(matcher.group(1)), false);
    }

    private void retrieve(String path, long partialOffset, long partialBytes) throws IOException {
        TransferSpec spec = settings.takeSpec(partialOffset, partialBytes);
        Backends.Found found = backends.find(files.absolute(path));
        send(path, found.backend(), spec, found.backend().retrieve(found.path(), spec));
    }

    private void list(String verb, String argument) throws IOException {
        String path = argument.replaceFirst("^-[A-Za-z]+ ?", "");
        TransferSpec asked = settings.takeSpec(-1, -1);
        TransferSpec spec = new TransferSpec('S', "", -1, -1, 1, 0, -1);
        Backends.Found found = backends.find(files.absolute(path));
        FileReader reading = found.backend().list(verb, found.path(), path);
        send(path, found.backend(), asked.mode() == 'E' && verb.equals("MLSD") ? asked : spec, reading);
    }

    private void send(String path, Backend backend, TransferSpec spec, FileReader reading) throws IOException {
        control.reply(150, "Opening data connection.");
        DataSink sink;
        try {
            sink = data.openSink(spec, reading.startOffset());
        } catch (IOException e) {
            reading.source().close();
            backends.forget(backend);
            throw FileCommands.asFtpError(e);
        }
        start(
                new TransferTask(
                        reading.source(),
                        sink,
                        reading.completion(),
                        new TransferTask.Pace(gateway.idle(), null, false, false)),
                backend,
                path,
                spec,
                false);
    }

    private void store(String path, long partialOffset, boolean append) throws IOException {
        TransferSpec asked = settings.takeSpec(partialOffset, -1);
        TransferSpec spec = asked.mode() == 'E' && asked.streams() == 1
                ? new TransferSpec(
                        'E', asked.restart(), partialOffset, -1, 4, asked.bufferBytes(), asked.allocateBytes())
                : asked;
        Backends.Found found = backends.find(files.absolute(path));
        if (!data.isSet()) {
            throw new FtpError(425, "send PASV, EPSV, PORT or EPRT first");
        }
        FileWriter writing = found.backend().store(found.path(), spec, append);
        control.reply(150, "Ready for data.");
        DataSource source;
        try {
            source = data.openSource(spec, spec.isPartial() ? spec.partialOffset() : spec.restartOffset());
        } catch (IOException e) {
            writing.sink().close();
            backends.forget(found.backend());
            throw FileCommands.asFtpError(e);
        }
        boolean tells = spec.mode() == 'E' || settings.isDrs();
        start(
                new TransferTask(
                        source,
                        writing.sink(),
                        writing.completion(),
                        new TransferTask.Pace(
                                gateway.idle(), tells ? gateway.markers() : null, settings.isDrs(), true)),
                found.backend(),
                path,
                spec,
                true);
    }

    private void start(TransferTask task, Backend backend, String path, TransferSpec spec, boolean toFarHost) {
        running = task;
        visitor.works();
        transferThread = Thread.ofVirtual().name("gateway-transfer").start(() -> {
            long startNs = System.nanoTime();
            FtpReply last = task.run(this::sendMarker);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            if (last.isPositive()) {
                visitor.trusted();
            } else {
                backends.forget(backend);
            }
            listener.onTransfer(new GatewayListener.Transfer(
                    control.peer(),
                    backend.host(),
                    toFarHost,
                    Printable.of(path),
                    task.bytes(),
                    seconds,
                    spec.streams(),
                    last.isPositive() ? "" : last.text()));
            running = null;
            visitor.idles();
            sendMarker(last);
        });
    }

    private void sendMarker(FtpReply reply) {
        try {
            control.reply(reply);
        } catch (IOException gone) {
            control.close();
        }
    }

    /** Waits until no transfer is under way. */
    void awaitEnd() throws IOException {
        Thread thread = transferThread;
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        transferThread = null;
    }

    private void abort() throws IOException {
        stop();
        awaitEnd();
        control.reply(226, "No transfer is running any more.");
    }

    private void status() throws IOException {
        TransferTask task = running;
        control.reply(211, task == null ? "No transfer is running." : task.bytes() + " bytes transferred.");
    }
}
