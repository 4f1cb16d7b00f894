package org.waybill.engine.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * A bounded number of blocks; taking one waits until there is one, which is what slows a fast reader down. Once the
 * session is over no one waits: who held blocks may have ended without giving them back.
 *
 * <p>Blocks that came too early wait for others, of any file. A part of the pool may be kept so: the rest is for those
 * that are waited for.
 */
public final class BlockPool {
    private static final int WAITERS = 1 << 16;

    /** Of eight blocks. */
    private static final int EARLY = 3;

    private final Semaphore free;
    private final Semaphore early;
    private final ConcurrentLinkedQueue<Block> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    public BlockPool(int blocks) {
        free = new Semaphore(blocks);
        early = new Semaphore(blocks * EARLY / 8);
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

    boolean tryKeepEarly() {
        return early.tryAcquire();
    }

    void noLongerEarly() {
        early.release();
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
