package org.waybill.engine.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/** A bounded number of blocks; taking one waits until there is one, which is what slows a fast reader down. */
final class BlockPool {
    private final Semaphore free;
    private final ConcurrentLinkedQueue<Block> idle = new ConcurrentLinkedQueue<>();

    BlockPool(int blocks) {
        free = new Semaphore(blocks);
    }

    Block take() throws InterruptedException {
        free.acquire();
        Block block = idle.poll();
        return (block == null ? new Block(this) : block).reset(0);
    }

    void giveBack(Block block) {
        idle.add(block);
        free.release();
    }
}
