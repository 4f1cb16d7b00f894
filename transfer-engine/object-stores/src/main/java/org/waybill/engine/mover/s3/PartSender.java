package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.waybill.engine.TransferException;

/**
 * Cuts a stream into parts and sends several at once, each from memory.
 *
 * @param partBytes each part's, except for the last one
 * @param most parts that are on their way at once
 * @param part sends one, and returns when the server has confirmed it
 */
record PartSender(long partBytes, int most, PartMemory memory, Part part) {
    /** Sends a part. */
    @FunctionalInterface
    interface Part {
        void send(int number, S3Block data);
    }

    /**
     * Sends all that a stream has.
     *
     * @param first the number of the first part
     * @param target for the message where there are too many
     */
    void send(InputStream data, int first, String target) throws IOException, TransferException, InterruptedException {
        List<Future<?>> sent = new ArrayList<>();
        Semaphore own = new Semaphore(most);
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int number = first; ; number++) {
                    own.acquire();
                    S3Block block = read(data);
                    // an object has one part at least, however empty
                    if (block.length() == 0 && number > 1) {
                        memory.give(partBytes);
                        break;
                    }
                    if (number > PartSizes.MOST_PARTS) {
                        memory.give(partBytes);
                        throw PartSizes.tooLong(target, partBytes);
                    }
                    sent.add(senders.submit(sending(number, block, own)));
                    checkDone(sent);
                    if (block.length() < partBytes) {
                        break;
                    }
                }
                for (Future<?> one : sent) {
                    await(one);
                }
            } catch (TransferException | InterruptedException | RuntimeException e) {
                senders.shutdownNow();
                throw e;
            }
            // what the source failed with comes when the parts that were read have arrived: they need not be sent again
        }
    }

    private Runnable sending(int number, S3Block block, Semaphore own) {
        return () -> {
            try {
                part.send(number, block);
            } finally {
                memory.give(partBytes);
                own.release();
            }
        };
    }

    /** Takes the memory of a part, which stays taken. */
    private S3Block read(InputStream data) throws IOException, InterruptedException {
        memory.take(partBytes);
        boolean done = false;
        try {
            S3Block block = S3Block.read(data, partBytes);
            done = true;
            return block;
        } finally {
            if (!done) {
                memory.give(partBytes);
            }
        }
    }

    private static void checkDone(List<Future<?>> sent) throws InterruptedException {
        for (Future<?> one : sent) {
            if (one.isDone()) {
                await(one);
            }
        }
        sent.removeIf(Future::isDone);
    }

    private static void await(Future<?> one) throws InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (CancellationException e) {
            throw new IllegalStateException(e);
        }
    }
}
