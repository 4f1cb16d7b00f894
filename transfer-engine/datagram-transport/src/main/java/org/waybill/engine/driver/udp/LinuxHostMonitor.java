package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.waybill.engine.transport.plut.HostLoad;

/**
 * The receiver's host as PLUT's monitor sees it (Lu 2011, section 6.1.1.3): from /proc/stat how many processes are
 * ready to run, or wait for a disk, whenever one looks, and from the socket how full the receive buffer is.
 * Elsewhere than on Linux the host counts as idle.
 */
public final class LinuxHostMonitor implements HostLoad.Monitor {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int LOOKS = 8;

    private final UdpSocket socket;
    private final int[] running = new int[LOOKS];
    private final int[] blocked = new int[LOOKS];
    private int looks;

    public LinuxHostMonitor(UdpSocket socket) {
        this.socket = socket;
    }

    @Override
    public HostLoad sample() {
        long buffer = socket.receiveBufferBytes();
        long free = socket.freeReceiveBytes();
        if (free < 0) {
            return HostLoad.IDLE;
        }
        look();
        return new HostLoad(always(running), always(blocked), free, buffer, Math.max(0, socket.dropped()));
    }

    private void look() {
        int slot = looks++ % LOOKS;
        try {
            for (String line : Files.readAllLines(STAT)) {
                if (line.startsWith("procs_running ")) {
                    // the one that looks is running itself
                    running[slot] = Math.max(0, number(line) - 1);
                } else if (line.startsWith("procs_blocked ")) {
                    blocked[slot] = number(line);
                }
            }
        } catch (IOException noProc) {
            running[slot] = 0;
            blocked[slot] = 0;
        }
    }

    private static int number(String line) {
        return Integer.parseInt(line.substring(line.indexOf(' ') + 1).trim());
    }

    /** The least of the last looks: a process that is ready only now and then does not count. */
    private int always(int[] values) {
        return Arrays.stream(values, 0, Math.min(looks, LOOKS)).min().orElse(0);
    }
}
