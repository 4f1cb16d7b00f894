package org.waybill.api.hessian;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The body of an answer, within a number of bytes and a time: the time-out of the JDK's HTTP requests ends with the
 * head of the answer, so that a server could hold its caller for ever by a byte a minute.
 */
public final class BoundedBody {
    private BoundedBody() {}

    /**
     * All of it, and closes it.
     *
     * @param mostBytes one byte more is read, so that the caller sees that there are too many
     * @throws IOException when it takes longer than {@code limit}
     */
    public static byte[] read(InputStream body, int mostBytes, Duration limit) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        Thread watch = Thread.ofVirtual().name("answer-limit").start(() -> {
            try {
                Thread.sleep(limit);
                late.set(true);
                body.close();
            } catch (InterruptedException | IOException inTime) {
                // it was all there, or is gone
            }
        });
        try (body) {
            byte[] all = body.readNBytes(mostBytes + 1);
            if (late.get()) {
                throw new IOException("the answer takes longer than " + limit.toSeconds() + " s");
            }
            return all;
        } catch (IOException e) {
            throw late.get() ? new IOException("the answer takes longer than " + limit.toSeconds() + " s", e) : e;
        } finally {
            watch.interrupt();
        }
    }
}
