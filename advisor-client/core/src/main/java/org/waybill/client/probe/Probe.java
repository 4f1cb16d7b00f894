package org.waybill.client.probe;

import java.time.Duration;

/**
 * One way to measure one thing. A probe says what it can do before it does it, as pScheduler's tools do: what is
 * measured is kept apart from the tool that measures it. Found with {@link java.util.ServiceLoader}.
 */
public interface Probe {
    /** What it measures, how well, and beside what it may run. */
    ProbeInfo info();

    /** Whether it could answer here and now; sends nothing. */
    CanRun canRun(ProbeSpec spec);

    /** The longest it may take, set-up and tear-down included; never more than the spec's time. */
    Duration duration(ProbeSpec spec);

    /** Measures; blocking. Never throws for what the network does: that is a {@link ProbeResult.Failed}. */
    ProbeResult run(ProbeSpec spec, ProbeContext context) throws InterruptedException;
}
