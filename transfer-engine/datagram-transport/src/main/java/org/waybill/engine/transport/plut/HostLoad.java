package org.waybill.engine.transport.plut;

/**
 * What else the receiving host is doing, and how much room its receive buffer has (Lu 2011, section 6.1.1.3).
 *
 * @param cpuBound processes ready to run besides this one
 * @param ioBound processes waiting for a disk
 * @param freeBufferBytes room left in the receive buffer (fb)
 * @param bufferBytes size of the receive buffer (M)
 * @param dropped datagrams dropped so far because the buffer was full
 */
public record HostLoad(int cpuBound, int ioBound, long freeBufferBytes, long bufferBytes, long dropped) {
    /** Where the load is looked up; the driver reads /proc and the socket. */
    public interface Monitor {
        HostLoad sample();
    }

    /** An idle host with an empty buffer. */
    public static final HostLoad IDLE = new HostLoad(0, 0, 1 << 20, 1 << 20, 0);
}
