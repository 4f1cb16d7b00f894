package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;

/** Paired clients of one node, each with a home of its own. */
@Timeout(60)
abstract class AuthorisationCase extends EngineCase {
    int port() {
        return engine.node.address().getPort();
    }

    /** A client with a home of its own. */
    Path paired(String name, Grant grant) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        PairingClient.pair(home, "127.0.0.1", port(), engine.node.newPairingToken(grant));
        return home;
    }

    void push(Path home, Path source, String target) throws Exception {
        new EngineMover(home)
                .move(
                        TransferRequest.of(Location.local(source.toString()), engine.remote(target)),
                        TransferListener.NONE);
    }

    void pull(Path home, String source, Path target) throws Exception {
        new EngineMover(home)
                .move(
                        TransferRequest.of(engine.remote(source), Location.local(target.toString())),
                        TransferListener.NONE);
    }

    static Reason reasonOf(ThrowingCallable action) {
        TransferException failure = catchThrowableOfType(TransferException.class, action);
        assertThat(failure).as("the action was allowed").isNotNull();
        return failure.reason();
    }

    static Grant beneath(String... names) {
        return new Grant(Grant.OWNER.rights(), List.of(names), 0);
    }
}
