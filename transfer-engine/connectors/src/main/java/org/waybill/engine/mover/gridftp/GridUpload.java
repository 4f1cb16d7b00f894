package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.mover.store.Store;

/**
 * Sends a stream over as many connections as there are, a block at a time to whichever is free. The server's last reply
 * is awaited meanwhile, so that a full disk is heard of when it happens and not after the last byte.
 */
final class GridUpload {
    private static final int BLOCKS_PER_CONNECTION = 2;
    /** A server that closes the data connections says why on the control connection, within so long. */
    private static final long EXPLANATION_SECONDS = 2;
    /** A server that knows the size may have stored all before it hears that this is the end. */
    private static final long EARLY_SECONDS = 5;

    private final FileWriter writing;
    private final CompletableFuture<FtpReply> last = new CompletableFuture<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final BlockingQueue<ByteBuffer> spare;
    private final BlockingQueue<Block> ready;
    private final int connections;
    private volatile @Nullable Exception failure;

    private record Block(long offset, ByteBuffer bytes) {
        static final Block END = new Block(-1, ByteBuffer.allocate(0));

        boolean isEnd() {
            return offset < 0;
        }
    }

    GridUpload(FileWriter writing, int connections) {
        this.writing = writing;
        this.connections = connections;
        int blocks = connections * BLOCKS_PER_CONNECTION;
        this.spare = new ArrayBlockingQueue<>(blocks);
        this.ready = new ArrayBlockingQueue<>(blocks + connections);
        for (int i = 0; i < blocks; i++) {
            spare.add(ByteBuffer.allocateDirect(Store.BLOCK_BYTES));
        }
    }

    /** Sends everything; returns when the server has said that it is stored. */
    void send(InputStream data, long offset) throws IOException, InterruptedException {
        boolean done = false;
        try {
            Thread.ofVirtual().name("gridftp-put-reply").start(this::awaitLast);
            sendBlocks(data, offset);
            ending.countDown();
            writing.sink().finish();
            last.get().orRefused();
            done = true;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } finally {
            if (!done) {
                writing.sink().close();
            }
        }
    }

    private void awaitLast() {
        try {
            FtpReply reply = writing.completion().await(marker -> {});
            if (reply.isPositive() && !ending.await(EARLY_SECONDS, TimeUnit.SECONDS)) {
                throw new PeerLimits.Exceeded("the server reported success before all data were sent");
            }
            last.complete(reply);
            if (!reply.isPositive()) {
                // threads that wait on the data connections would wait for ever
                writing.sink().close();
            }
        } catch (IOException e) {
            last.completeExceptionally(e);
            writing.sink().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendBlocks(InputStream data, long offset) throws IOException, InterruptedException {
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            DataSink lane = writing.sink().lane(i);
            senders.add(Thread.ofVirtual().name("gridftp-put").start(() -> sendReady(lane)));
        }
        try {
            readAll(data, offset);
            for (int i = 0; i < connections; i++) {
                ready.put(Block.END);
            }
            for (Thread sender : senders) {
                sender.join();
            }
        } finally {
            senders.forEach(Thread::interrupt);
        }
        requireSent();
    }

    private void readAll(InputStream data, long offset) throws IOException, InterruptedException {
        long at = offset;
        byte[] bytes = new byte[Store.BLOCK_BYTES];
        for (int n = data.readNBytes(bytes, 0, bytes.length); n > 0; n = data.readNBytes(bytes, 0, bytes.length)) {
            ByteBuffer block = spare.take();
            requireSent();
            ready.put(new Block(at, block.clear().put(bytes, 0, n).flip()));
            at += n;
        }
    }

    private void sendReady(DataSink lane) {
        try {
            for (Block block = ready.take(); !block.isEnd(); block = ready.take()) {
                if (failure == null) {
                    lane.write(block.offset(), block.bytes());
                }
                spare.add(block.bytes());
            }
        } catch (IOException e) {
            failure = e;
            drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives back what will not be sent, so that the reader comes by and sees the failure. */
    private void drain() {
        try {
            spare.offer(ByteBuffer.allocate(Store.BLOCK_BYTES));
            for (Block block = ready.take(); !block.isEnd(); block = ready.take()) {
                spare.offer(block.bytes());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireSent() throws IOException, InterruptedException {
        Exception seen = failure;
        if (seen == null) {
            return;
        }
        if (GsiException.in(seen) != null) {
            throw new IOException(seen.getMessage(), seen); // the server knows only that we hung up
        }
        try {
            last.get(EXPLANATION_SECONDS, TimeUnit.SECONDS).orRefused();
        } catch (TimeoutException _) {
            // it did not say
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PeerLimits.Exceeded exceeded) {
                throw exceeded;
            }
        }
        throw new IOException(seen.getMessage(), seen);
    }
}
