package org.waybill.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.waybill.endtoend.Rig.Protocol;

/** What came of the kills of one protocol and direction: a line of the table. */
final class KillTally {
    static final String HEADER = String.format(
            Locale.ROOT,
            "%-9s %-5s %6s %8s %6s %8s %9s %12s %12s %15s",
            "protocol",
            "way",
            "kills",
            "at ends",
            "wrong",
            "re-runs",
            "verified",
            "had arrived",
            "sent again",
            "most, one kill");

    private final Protocol protocol;
    private final boolean push;
    private final List<String> problems = new ArrayList<>();
    private int kills;
    private int nearEnd;
    private int wrong;
    private int reruns;
    private int verified;
    private long arrivedBytes;
    private long againBytes;
    private long mostAgainBytes;

    KillTally(Protocol protocol, boolean push) {
        this.protocol = protocol;
        this.push = push;
    }

    Protocol protocol() {
        return protocol;
    }

    boolean isPush() {
        return push;
    }

    void killed(boolean nearTheEnd) {
        kills++;
        nearEnd += nearTheEnd ? 1 : 0;
    }

    int kills() {
        return kills;
    }

    void wrong(String what) {
        wrong++;
        problem(what);
    }

    void problem(String what) {
        problems.add(what);
        System.out.println("KillTest: " + what);
    }

    void rerun() {
        reruns++;
    }

    void verified() {
        verified++;
    }

    void again(long arrived, long resumed) {
        arrivedBytes += arrived;
        long again = Math.max(0, arrived - resumed);
        againBytes += again;
        mostAgainBytes = Math.max(mostAgainBytes, again);
    }

    List<String> problems() {
        return problems;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-9s %-5s %6d %8d %6d %8d %9d %8.1f MiB %8.1f MiB %11.1f MiB",
                protocol.transport(),
                push ? "up" : "down",
                kills,
                nearEnd,
                wrong,
                reruns,
                verified,
                mib(arrivedBytes),
                mib(againBytes),
                mib(mostAgainBytes));
    }

    private static double mib(long bytes) {
        return bytes / (double) (1 << 20);
    }
}
