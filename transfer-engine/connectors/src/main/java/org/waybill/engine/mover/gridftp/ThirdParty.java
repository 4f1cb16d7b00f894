package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.waybill.engine.gridftp.DataAddress;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.ServerConnection;

/**
 * A file straight from one server to another: the receiver listens, the sender is asked to connect there, in extended
 * block mode over several connections where both have it. With grid security the two authenticate each other with the
 * proxies that were delegated to them at log-in.
 */
final class ThirdParty {
    private final ServerConnection sender;
    private final ServerConnection receiver;
    /** What went wrong first, and led to the rest. */
    private volatile Optional<IOException> failure = Optional.empty();

    ThirdParty(ServerConnection sender, ServerConnection receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /**
     * Copies a whole file.
     *
     * @param streams connections, where both servers can use more than one
     * @return false when a server does not allow it; then nothing has happened
     * @throws FtpError when it was started and failed; both connections are of no use any more
     */
    boolean copy(String from, String to, int streams) throws IOException, InterruptedException {
        if (sender.isProxied() || receiver.isProxied()) {
            return false;
        }
        boolean blocks = streams > 1 && sender.useMode('E') && receiver.useMode('E');
        if (!blocks && !(sender.useMode('S') && receiver.useMode('S'))) {
            return false;
        }
        InetSocketAddress target = receiver.passive();
        if (target.getAddress().isLoopbackAddress() != sender.address().isLoopbackAddress()) {
            // our name for the target would mean another machine to the sender
            return false;
        }
        if (blocks) {
            sender.call("OPTS RETR Parallelism=%1$d,%1$d,%1$d;".formatted(streams));
        }
        return sender.call(DataAddress.portCommand(target)).isPositive() && run(from, to);
    }

    private boolean run(String from, String to) throws IOException, InterruptedException {
        // a server may answer STOR only when the data connection is up, and that is made by RETR: both at once
        FutureTask<Boolean> storing = new FutureTask<>(() -> carryOut(receiver, "STOR " + to, sender));
        Thread.ofVirtual().name("gridftp-third-party").start(storing);
        try {
            return carryOut(sender, "RETR " + from, receiver) && storing.get();
        } catch (IOException e) {
            throw failure.orElse(e);
        } catch (ExecutionException e) {
            throw failure.orElse(new IOException(e.getCause()));
        }
    }

    /** A refusal, or an answer that is none, ends the other side too, which would wait for data for ever. */
    private boolean carryOut(ServerConnection server, String command, ServerConnection other) throws IOException {
        try {
            server.send(command);
            return server.readFinal(marker -> {}).orRefused().isPositive();
        } catch (IOException e) {
            synchronized (this) {
                failure = Optional.of(failure.orElse(e));
            }
            other.close();
            throw e;
        }
    }
}
