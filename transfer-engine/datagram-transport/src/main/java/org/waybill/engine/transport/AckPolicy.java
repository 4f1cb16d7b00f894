package org.waybill.engine.transport;

/** The receiver's side of control: how often to acknowledge, and what it can take. */
public interface AckPolicy {
    /** The present acknowledgement interval. */
    long intervalNs();

    /** What this receiver can take, in bit/s of data; 0 while it does not know. */
    long attainableBitsPerSecond();

    /**
     * A measurement over one interval or more, in bit/s.
     *
     * @param goodput new data
     * @param received all data that was taken in, new or not
     */
    void onMeasured(long nowNs, double goodput, double received);

    /** Always the same interval, no opinion about what can be taken. */
    static AckPolicy every(long intervalNs) {
        return new AckPolicy() {
            @Override
            public long intervalNs() {
                return intervalNs;
            }

            @Override
            public long attainableBitsPerSecond() {
                return 0;
            }

            @Override
            public void onMeasured(long nowNs, double goodput, double received) {
                // a fixed interval learns nothing
            }
        };
    }
}
