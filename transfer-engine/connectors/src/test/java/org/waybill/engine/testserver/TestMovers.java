package org.waybill.engine.testserver;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.storage.TemporaryNames;

/** The standard movers of a process without a home, an SSH agent and standard streams. */
public final class TestMovers {
    private TestMovers() {}

    public static Movers of(Credentials credentials) {
        return Movers.standard(new Movers.Surroundings(
                credentials,
                null,
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                InstantSource.system(),
                TemporaryNames.ofThisProcess(),
                null));
    }

    public static Mover named(String transport, Credentials credentials) {
        return of(credentials).all().stream()
                .filter(mover -> mover.name().equals(transport))
                .findFirst()
                .orElseThrow();
    }
}
