package org.waybill.client.probe;

/** One method to trace a route. A probe reports whether it can run before it does, as pScheduler's tools do. */
public interface Probe {
    /** Stable, lower case, as shown in {@code method}: {@code tracepath}, {@code own-trace}. */
    String name();

    /** Whether it could answer on this host now; sends nothing. */
    CanRun canRun(ProbeSpec spec);

    /** Measures; blocking. Never throws for what the network does: that is a {@link ProbeResult.Failed}. */
    ProbeResult run(ProbeSpec spec, ProbeContext context) throws InterruptedException;
}
