package org.waybill.engine.transport.plut;

import org.waybill.engine.transport.AckPolicy;

/** PLUT's receiver: the acknowledgement interval by SPSA and the attainable goodput by host load. */
public final class PlutAckPolicy implements AckPolicy {
    private static final long EVALUATION_NS = 250_000_000;
    private static final long SAMPLE_NS = 50_000_000;

    private final HostLoad.Monitor monitor;
    private final SpsaAckInterval interval = new SpsaAckInterval();
    private final AttainableGoodput attainable = new AttainableGoodput();
    private double goodputSum;
    private int goodputs;
    private long evaluatedNs;
    private long sampledNs;
    private boolean started;

    public PlutAckPolicy(HostLoad.Monitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public long intervalNs() {
        return interval.intervalNs();
    }

    @Override
    public long attainableBitsPerSecond() {
        return (long) attainable.bitsPerSecond();
    }

    @Override
    public void onMeasured(long nowNs, double goodput, double received) {
        if (!started) {
            started = true;
            evaluatedNs = nowNs;
            sampledNs = nowNs;
        }
        goodputSum += goodput;
        goodputs++;
        if (nowNs - sampledNs >= SAMPLE_NS) {
            sampledNs = nowNs;
            attainable.onSample(nowNs, received, monitor.sample());
        }
        if (nowNs - evaluatedNs >= EVALUATION_NS) {
            interval.onGoodput(goodputSum / goodputs);
            goodputSum = 0;
            goodputs = 0;
            evaluatedNs = nowNs;
        }
    }
}
