package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Connections that mean ill: opened from addresses of loopback, held as long as the other side lets them. */
public final class Flood implements AutoCloseable {
    private static final long DRIP_NANOS = 1_000_000_000;
    /** So often one that was sent away comes back. */
    private static final long AGAIN_NANOS = 5_000_000;

    private final InetSocketAddress target;
    private final byte[] first;
    private final byte[] drops;
    private final int wanted;
    private final IntFunction<String> sources;
    private final boolean again;
    private final Selector selector = Selector.open();
    private final Thread thread = Thread.ofPlatform().name("flood").unstarted(this::run);
    private final List<SocketChannel> open = new ArrayList<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean over;

    /** From four addresses, one of them that of those who mean well. */
    public Flood(InetSocketAddress target, int wanted, byte[] first, byte[] drops, boolean again) throws IOException {
        this(target, wanted, first, drops, again, Flood::nearby);
    }

    /** One of four addresses. */
    public static String nearby(int number) {
        return "127.0.0." + (1 + number % 4);
    }

    /** An address and a network of its own for each. */
    public static String everywhere(int number) {
        return "127." + (1 + number % 200) + "." + number / 200 % 250 + "." + (2 + number % 7);
    }

    /**
     * Begins at once.
     *
     * @param first what each says at once
     * @param drops what it says then, a byte a second; nothing for one that is silent
     * @param again whether those that were sent away come back, up to 200 a second
     * @param sources the address that the n-th connection comes from
     */
    public Flood(
            InetSocketAddress target,
            int wanted,
            byte[] first,
            byte[] drops,
            boolean again,
            IntFunction<String> sources)
            throws IOException {
        this.target = target;
        this.sources = sources;
        this.wanted = wanted;
        this.first = first.clone();
        this.drops = drops.clone();
        this.again = again;
        thread.start();
    }

    /** Connections made so far. */
    public int opened() {
        return opened.get();
    }

    /** Waits until a number have been made. */
    public void awaitOpened(int count) throws InterruptedException {
        for (int i = 0; opened.get() < count; i++) {
            if (i > 6_000 || !thread.isAlive()) {
                throw new AssertionError(opened + " of " + count + " connections after a minute");
            }
            Thread.sleep(10);
        }
    }

    private void run() {
        long dripNanos = System.nanoTime();
        long againNanos = dripNanos;
        int at = 0;
        try {
            while (!over) {
                for (int i = 0; i < 50 && opened.get() < wanted; i++) {
                    dial();
                }
                if (again && open.size() < wanted && System.nanoTime() - againNanos > AGAIN_NANOS) {
                    againNanos = System.nanoTime();
                    dial();
                }
                selector.select(5);
                answer();
                if (System.nanoTime() - dripNanos > DRIP_NANOS && drops.length > 0) {
                    dripNanos = System.nanoTime();
                    drip(drops[at++ % drops.length]);
                }
            }
            for (SocketChannel channel : open) {
                channel.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void dial() throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(sources.apply(opened.get()), 0));
            channel.configureBlocking(false);
            channel.register(selector, channel.connect(target) ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            open.add(channel);
            opened.incrementAndGet();
        } catch (IOException e) {
            refused.incrementAndGet();
            channel.close();
        }
    }

    private void answer() {
        ByteBuffer ignored = ByteBuffer.allocate(4096);
        for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
            SelectionKey key = keys.next();
            SocketChannel channel = (SocketChannel) key.channel();
            try {
                if (key.isValid() && key.isConnectable() && channel.finishConnect()) {
                    key.interestOps(SelectionKey.OP_READ);
                    channel.write(ByteBuffer.wrap(first));
                }
                if (key.isValid() && key.isReadable() && channel.read(ignored.clear()) < 0) {
                    throw new IOException("sent away");
                }
            } catch (IOException e) {
                gone(channel);
            }
        }
    }

    private void drip(byte drop) {
        for (SocketChannel channel : List.copyOf(open)) {
            try {
                if (channel.isConnected()) {
                    channel.write(ByteBuffer.wrap(new byte[] {drop}));
                }
            } catch (IOException e) {
                gone(channel);
            }
        }
    }

    private void gone(SocketChannel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException ignored) {
            // it was sent away
        }
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
