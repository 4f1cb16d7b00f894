package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what happens on another thread. */
final class Awaiting {
    private Awaiting() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean() && System.nanoTime() - endNs < 0) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).as("happened within 10 s").isTrue();
    }
}
