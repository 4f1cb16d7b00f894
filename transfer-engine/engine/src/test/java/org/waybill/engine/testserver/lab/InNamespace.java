package org.waybill.engine.testserver.lab;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Runs code on a thread that has moved into a network namespace; sockets that it opens belong there. */
public final class InNamespace {
    private static final int O_RDONLY = 0;
    private static final int CLONE_NEWNET = 0x40000000;

    private InNamespace() {}

    /** The result of the work, done in the named namespace. */
    public static <T> T call(String namespace, Callable<T> work) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        // a platform thread that ends afterwards, and threads that it starts, inherit the namespace
        Thread.ofPlatform().start(() -> {
            try {
                enter(namespace);
                result.complete(work.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static void enter(String namespace) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle open = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("open"),
                FunctionDescriptor.of(JAVA_INT, java.lang.foreign.ValueLayout.ADDRESS, JAVA_INT));
        MethodHandle setns = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setns"), FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int fd = (int) open.invokeExact(arena.allocateFrom("/run/netns/" + namespace), O_RDONLY);
            int moved = (int) setns.invokeExact(fd, CLONE_NEWNET);
            int _ = (int) close.invokeExact(fd);
            if (fd < 0 || moved < 0) {
                throw new IOException("cannot enter namespace " + namespace);
            }
        }
    }
}
