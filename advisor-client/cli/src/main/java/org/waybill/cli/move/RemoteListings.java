package org.waybill.cli.move;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/** Lists directories here, at servers and at nodes. A connection is kept for the next question to the same server. */
final class RemoteListings implements SourceList.Places, AutoCloseable {
    private final Session session;
    private final Ends ends;
    private Optional<Store> store = Optional.empty();
    private Optional<Location> storeAt = Optional.empty();

    RemoteListings(Session session, Ends ends) {
        this.session = session;
        this.ends = ends;
    }

    @Override
    public Endpoint parse(String text) throws TransferException {
        return ends.place(session, text);
    }

    @Override
    public boolean exists(Endpoint place) throws TransferException, InterruptedException {
        Location at = place.location();
        if (place.isLocal()) {
            return Files.exists(Path.of(at.path()), LinkOption.NOFOLLOW_LINKS);
        }
        if (at.is(Protocol.WAYBILL)) {
            return new NodeQueries(session.home().root()).status(at).kind() != Message.Kind.ABSENT;
        }
        Optional<Store> there = open(at);
        try {
            return there.isEmpty()
                    || there.get().stat(there.get().resolve(at.path())).isPresent();
        } catch (TransferException e) {
            if (e.reason() == Reason.NOT_FOUND || e.reason() == Reason.BAD_INPUT) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Optional<Map<String, Boolean>> names(Endpoint directory) throws TransferException, InterruptedException {
        Map<String, Boolean> names = new TreeMap<>();
        Location at = directory.location();
        try {
            if (directory.isLocal()) {
                try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(at.path()))) {
                    all.forEach(path -> names.put(path.getFileName().toString(), Files.isSymbolicLink(path)));
                }
            } else if (at.is(Protocol.WAYBILL)) {
                List<Message.Entry> entries = new NodeQueries(session.home().root()).list(at, false);
                entries.stream()
                        .filter(entry -> !entry.path().isEmpty())
                        .forEach(entry -> names.put(entry.path(), false));
            } else {
                Optional<Store> there = open(at);
                if (there.isEmpty() || !there.get().features().contains(Store.Feature.DIRECTORIES)) {
                    return Optional.empty();
                }
                for (Entry entry : there.get().list(there.get().resolve(at.path()))) {
                    names.put(entry.name(), entry.kind() == Entry.Kind.LINK);
                }
            }
            return Optional.of(names);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        } catch (TransferException e) {
            if (e.reason() == Reason.NOT_FOUND || e.reason() == Reason.PERMISSION || e.reason() == Reason.BAD_INPUT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Empty for a protocol that lists nothing. */
    private Optional<Store> open(Location at) throws TransferException, InterruptedException {
        Location server = new Location(at.scheme(), at.user(), at.host(), at.port(), "/");
        if (storeAt.filter(server::equals).isEmpty()) {
            close();
            Optional<StoreProvider> provider = Movers.remoteStores(session.asking(), session.agent()).stream()
                    .filter(one -> one.schemes().contains(at.scheme()))
                    .findFirst();
            if (provider.isEmpty()) {
                return Optional.empty();
            }
            store = Optional.of(provider.get().open(at, (code, text) -> {}));
            storeAt = Optional.of(server);
        }
        return store;
    }

    @Override
    public void close() {
        store.ifPresent(Store::close);
        store = Optional.empty();
        storeAt = Optional.empty();
    }
}
