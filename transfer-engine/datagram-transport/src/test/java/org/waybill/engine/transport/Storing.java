package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Lets tests of other packages hand data to the books as a connection does. */
public final class Storing {
    private Storing() {}

    /** Whether there was room. */
    public static boolean arrived(ReceivedData data, long offset, ByteBuffer bytes) throws IOException {
        return data.store(offset, bytes) != ReceivedData.REFUSED;
    }
}
