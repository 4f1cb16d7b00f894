package org.waybill.engine.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * A bounded number of blocks; taking one waits until there is one, which is what slows a fast reader down. Once the
 * session is over no one waits: who held blocks may have ended without giving them back.
 */
public final class BlockPool {
    private static final int WAITERS = 1 << 16;

    private final Semaphore free;
    private final ConcurrentLinkedQueue<Block> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    public BlockPool(int blocks) {
        free = new Semaphore(blocks);
    }

    /** @throws InterruptedException also if the session has ended */
    public Block take() throws InterruptedException {
        free.acquire();
        if (closed) {
            throw new InterruptedException("the session has ended");
        }
        Block block = idle.poll();
        return (block == null ? new Block(this) : block).reset(0);
    }

    void giveBack(Block block) {
        idle.add(block);
        free.release();
    }

    /** Gives no more blocks, not to those either who wait. */
    public void close() {
        closed = true;
        free.release(WAITERS);
    }
}
