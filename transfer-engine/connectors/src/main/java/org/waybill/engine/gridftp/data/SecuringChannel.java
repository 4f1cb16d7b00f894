package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gsi.GsiException;

/**
 * A connection that is being secured in the background. Grid servers finish the handshake on the data connection before
 * they answer the command on the control connection, so no one may wait for that answer first.
 */
final class SecuringChannel implements DataChannel {
    private static final long VERDICT_MILLIS = 100;

    private final SocketChannel socket;
    private final CompletableFuture<DataChannel> secured = new CompletableFuture<>();

    /** @param patience how long it may take; then the connection is closed */
    SecuringChannel(SocketChannel socket, boolean weConnected, Security security, Duration patience) {
        this.socket = socket;
        Thread.ofVirtual().name("gateway-handshake").start(() -> {
            try {
                secured.complete(security.secure(socket, weConnected));
            } catch (IOException | RuntimeException e) {
                secured.completeExceptionally(e);
            }
        });
        secured.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).whenComplete((_, failure) -> {
            if (failure != null) {
                close();
            }
        });
    }

    /** @param action receives why it could not be secured; null if it was */
    void whenDone(Consumer<@Nullable String> action) {
        secured.whenComplete((_, failure) -> action.accept(failure == null ? null : text(failure)));
    }

    private static String text(Throwable failure) {
        return failure instanceof TimeoutException ? "it was not authenticated in time" : ErrorText.of(failure);
    }

    private DataChannel await() throws IOException {
        try {
            return secured.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause() == null ? "not secured" : text(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The other end says that we hung up as soon as we have, perhaps a moment before this is known here. */
    @Override
    public @Nullable IOException distrust() {
        try {
            secured.get(VERDICT_MILLIS, TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            return GsiException.in(e);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return await().read(buffer);
    }

    @Override
    public void write(ByteBuffer header, ByteBuffer body) throws IOException {
        await().write(header, body);
    }

    @Override
    public int sendBuffer(int bytes) throws IOException {
        return DataChannel.plain(socket).sendBuffer(bytes);
    }

    @Override
    public int receiveBufferBytes() throws IOException {
        return DataChannel.plain(socket).receiveBufferBytes();
    }

    @Override
    public void endOutput() throws IOException {
        await().endOutput();
    }

    @Override
    public void close() {
        DataChannel.plain(socket).close();
    }
}
