package org.waybill.engine.driver;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.planner.admission.ConnectionSlot;

/**
 * A connection that was let in at a {@link PortAdmission}, and what it has shown since; closing it gives its place
 * back.
 */
public final class AdmittedConnection implements AutoCloseable {
    private final Socket socket;
    private final CountDownLatch turn = new CountDownLatch(1);
    private volatile boolean sentAway;
    private @Nullable ConnectionSlot place;

    AdmittedConnection(Socket socket) {
        this.socket = socket;
    }

    boolean at(@Nullable ConnectionSlot given) {
        place = given;
        return given != null;
    }

    private ConnectionSlot place() {
        ConnectionSlot given = place;
        if (given == null) {
            throw new IllegalStateException("no place was given");
        }
        return given;
    }

    /** It has said something. */
    public void spoke() {
        place().spoke(System.nanoTime());
    }

    /** It has proved that it is welcome here: others of its address find room more easily. */
    public void trusted() {
        place().trusted();
    }

    /** It is let in and at work. */
    public void works() {
        place().works(System.nanoTime());
    }

    /** It is let in and does nothing at present. */
    public void idles() {
        place().idles(System.nanoTime());
    }

    /**
     * Waits until it may begin a key exchange.
     *
     * @throws IOException if it was sent away instead
     */
    public void awaitTurn() throws IOException, InterruptedException {
        place().awaitTurn(turn::countDown, System.nanoTime());
        if (!turn.await(1, TimeUnit.MINUTES) || sentAway) {
            throw new IOException("closed to make room for other connections");
        }
    }

    /** Ends the connection at once, with a reset: nothing of it is to stay, neither here nor in the kernel. */
    public void sendAway() {
        sentAway = true;
        turn.countDown();
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // closed already
        }
        Quietly.close(socket);
    }

    @Override
    public void close() {
        place().leave();
    }
}
