package org.waybill.engine.mover.s3;

import java.net.URI;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.OptionalStore;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Transport;

/** Opens buckets. */
public final class S3Stores implements OptionalStore {
    private static final int USUAL_STREAMS = 4;

    @Override
    public Transport transport() {
        return Transport.S3;
    }

    @Override
    public StoreProvider.Opener opener(Credentials credentials) {
        return opener(credentials, Patience.USUAL, PartMemory.OF_PROCESS);
    }

    @Override
    public URI server(Location location) throws TransferException {
        return S3Settings.read(S3Settings::ofProcess, location).url();
    }

    static StoreProvider.Opener opener(Credentials credentials, Patience patience, PartMemory memory) {
        return (location, events, streams) -> {
            S3Account account = S3Account.of(
                    location, credentials, S3Settings.read(S3Settings::ofProcess, location), events, patience, memory);
            return S3Store.open(account, streams > 0 ? streams : USUAL_STREAMS);
        };
    }
}
