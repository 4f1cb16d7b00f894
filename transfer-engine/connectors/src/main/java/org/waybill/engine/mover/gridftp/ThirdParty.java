package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.waybill.engine.gridftp.DataAddress;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
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
    /** Whether a server has reported data. */
    private volatile boolean flows;

    ThirdParty(ServerConnection sender, ServerConnection receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /**
     * Copies a whole file.
     *
     * @param streams connections, where both servers can use more than one
     * @return why it was not copied, where a server does not allow it or the two cannot connect: then no data went, and
     *     both connections are of no use any more; empty when it is done
     * @throws FtpError when it was started and failed; both connections are of no use any more
     */
    Optional<String> copy(String from, String to, int streams) throws IOException, InterruptedException {
        if (sender.isProxied() || receiver.isProxied()) {
            return Optional.of("one of them is reached through a proxy");
        }
        boolean blocks = streams > 1 && sender.useMode('E') && receiver.useMode('E');
        if (!blocks && !(sender.useMode('S') && receiver.useMode('S'))) {
            return Optional.of("they have no mode in common");
        }
        InetSocketAddress target;
        try {
            target = receiver.passive();
        } catch (FtpError refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
        if (target.getAddress().isLoopbackAddress() != sender.address().isLoopbackAddress()) {
            // our name for the target would mean another machine to the sender
            return Optional.of("only one of them is on this machine");
        }
        if (blocks) {
            sender.call("OPTS RETR Parallelism=%1$d,%1$d,%1$d;".formatted(streams));
        }
        FtpReply connecting = sender.call(DataAddress.portCommand(target));
        if (!connecting.isPositive()) {
            return Optional.of(connecting.code() + " " + connecting.text());
        }
        try {
            run(from, to);
            return Optional.empty();
        } catch (FtpError failed) {
            if (flows || !isOfTheWay(failed)) {
                throw failed;
            }
            return Optional.of(failed.code() + " " + failed.getMessage());
        }
    }

    /** Whether servers could not connect: the Grid Community Toolkit's says so with the code of any failure. */
    private static boolean isOfTheWay(FtpError failed) {
        String said = String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT);
        boolean broken = said.contains("reset") || said.contains("closed") || said.contains("broken pipe");
        return failed.code() == FtpError.NO_DATA_CONNECTION
                || failed.code() >= 400
                        && !broken
                        && (said.contains("connect") || said.contains("timed out") || said.contains("bad ip"));
    }

    private void run(String from, String to) throws IOException, InterruptedException {
        // a server may answer STOR only when the data connection is up, and that is made by RETR: both at once
        FutureTask<Boolean> storing = new FutureTask<>(() -> carryOut(receiver, "STOR " + to, sender));
        Thread.ofVirtual().name("gridftp-third-party").start(storing);
        try {
            carryOut(sender, "RETR " + from, receiver);
            storing.get();
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
            return server.readFinal(this::hear).orRefused().isPositive();
        } catch (IOException e) {
            synchronized (this) {
                failure = Optional.of(failure.orElse(e));
            }
            other.close();
            throw e;
        }
    }

    private void hear(FtpReply marker) {
        if (marker.lines().stream().anyMatch(line -> line.strip().matches("(?i)Stripe Bytes Transferred: *[1-9].*"))) {
            flows = true;
        }
    }
}
