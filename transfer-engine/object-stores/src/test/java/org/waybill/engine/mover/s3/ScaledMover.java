package org.waybill.engine.mover.s3;

import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.mover.store.StoreMover;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestCredentials;

/** A mover between buckets and this machine whose limits are so small that a test meets them. */
final class ScaledMover {
    static final int MIB = 1 << 20;

    private ScaledMover() {}

    /** @param clockRate how much faster the mover's clock runs */
    static Mover of(Patience patience, PartMemory memory, int clockRate) {
        TemporaryNames own = TemporaryNames.ofThisProcess();
        return new StoreMover(
                "s3",
                Set.of("s3"),
                Set.of(),
                EnumSet.of(Capability.PUSH),
                List.of(
                        LocalStore.provider(own),
                        new StoreProvider(Set.of("s3"), S3Stores.opener(new TestCredentials(), patience, memory))),
                new StoreMover.Environment(
                        InstantSource.system(),
                        () -> System.nanoTime() * clockRate,
                        new RemoteTargets(own, null),
                        CopiedNames::new));
    }

    static S3Account account(S3Server server) throws TransferException {
        Location location = server.location("/");
        return S3Account.of(
                location,
                new TestCredentials(),
                S3Settings.read(S3Settings::ofProcess, location),
                (_, _) -> {},
                Patience.USUAL,
                PartMemory.OF_PROCESS);
    }
}
