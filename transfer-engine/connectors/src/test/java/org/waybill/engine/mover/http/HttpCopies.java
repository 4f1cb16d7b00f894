package org.waybill.engine.mover.http;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.mover.store.StoreMover;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** Copies between web servers, with a patience that tests can wait for, and what they reported. */
final class HttpCopies implements TransferListener {
    final List<String> events = new CopyOnWriteArrayList<>();
    final List<Progress> moments = new CopyOnWriteArrayList<>();

    private final StoreMover mover;

    HttpCopies(Credentials credentials) {
        this(credentials, CopyOrder.Limits.USUAL);
    }

    HttpCopies(Credentials credentials, Duration silence, Duration stall) {
        this(credentials, new CopyOrder.Limits(silence, stall, System::nanoTime));
    }

    private HttpCopies(Credentials credentials, CopyOrder.Limits limits) {
        TemporaryNames names = TemporaryNames.ofThisProcess();
        mover = new StoreMover(
                Transport.HTTP.name(),
                Set.copyOf(Protocols.schemes(Transport.HTTP)),
                Set.of(),
                EnumSet.of(Capability.PUSH),
                List.of(LocalStore.provider(names), HttpStore.provider(credentials, limits)),
                new StoreMover.Environment(
                        InstantSource.system(), System::nanoTime, new RemoteTargets(names, null), CopiedNames::new));
    }

    TransferReport copy(Location from, Location to) throws TransferException, InterruptedException {
        return copy(TransferRequest.of(from, to));
    }

    TransferReport copy(TransferRequest request) throws TransferException, InterruptedException {
        return mover.move(request, this);
    }

    static Location here(Path path) {
        return Location.local(path.toString());
    }

    List<String> codes() {
        return events.stream().map(event -> event.split(" ")[0]).toList();
    }

    @Override
    public void onProgress(Progress moment) {
        moments.add(moment);
    }

    @Override
    public void onEvent(String code, String text) {
        events.add(code + " " + text);
    }
}
