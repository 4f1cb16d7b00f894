package org.waybill.client.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.waybill.client.HumanUnits;

/**
 * Judges two hosts, the path between them and the name that leads there. A pure function of what is known; nothing
 * needs root. Findings come with the largest predicted gain first.
 */
public final class Doctor {
    /** A look-up is a matter of milliseconds; name servers that are tried again take whole seconds. */
    static final double SLOW_LOOK_UP_SECONDS = 1.5;
    /** Seconds before each connection cost more than a path that is a little slow. */
    private static final double WORTH_OF_SECONDS = 3;

    /** Usual access lines carry five to ten times more downwards; from here on acknowledgements matter. */
    private static final double MUCH_NARROWER = 12;

    /**
     * What came of it.
     *
     * @param findings what holds transfers back
     * @param notes what does not now, but would: programs that set their buffers themselves, long fast paths
     */
    public record Diagnosis(List<Finding> findings, List<Finding> notes) {
        public Diagnosis {
            findings = List.copyOf(findings);
            notes = List.copyOf(notes);
        }
    }

    private Doctor() {}

    /** Data may go in both directions: what limits one of them counts, once. */
    public static Diagnosis examine(DoctorFacts facts) {
        List<Finding> findings = new ArrayList<>(ofName(facts.name()));
        List<Finding> notes = new ArrayList<>();
        DirectionRules up = new DirectionRules(facts.here(), facts.far(), facts.path(), facts.up());
        DirectionRules down = new DirectionRules(facts.far(), facts.here(), facts.path(), facts.down());
        boolean onlyUp = facts.up() != null && facts.up().stalled() && facts.down() == null;
        for (DirectionRules one : onlyUp ? List.of(up) : List.of(up, down)) {
            one.findings().stream()
                    .filter(finding -> !isKnown(finding, findings))
                    .forEach(findings::add);
            one.socketLimits().stream()
                    .filter(finding -> !isKnown(finding, notes))
                    .forEach(notes::add);
        }
        narrowDirection(facts, up, down).ifPresent(findings::add);
        return new Diagnosis(sorted(findings), notes);
    }

    /** Where echoes, which cross both, and a test transfer agree on it, and nothing else explains that one's rate. */
    private static Optional<Finding> narrowDirection(DoctorFacts facts, DirectionRules up, DirectionRules down) {
        TestTransfer there = facts.up();
        TestTransfer back = facts.down();
        if (there == null || back == null || !facts.path().measured()) {
            return Optional.empty();
        }
        boolean upIsNarrow = there.bestBitsPerSecond() < back.bestBitsPerSecond();
        double narrow = Math.min(there.bestBitsPerSecond(), back.bestBitsPerSecond());
        double wide = Math.max(there.bestBitsPerSecond(), back.bestBitsPerSecond());
        boolean explained = (upIsNarrow ? up : down)
                .findings().stream()
                        .anyMatch(finding ->
                                finding.limitBitsPerSecond() != null && finding.code() != DoctorCode.PATH_MTU);
        double most = wide / MUCH_NARROWER;
        return narrow <= 0 || narrow > most || facts.path().bitsPerSecond() > most || explained
                ? Optional.empty()
                : Optional.of(narrowDirection(facts, upIsNarrow, narrow, wide));
    }

    private static Finding narrowDirection(DoctorFacts facts, boolean upIsNarrow, double narrow, double wide) {
        RemoteHostUnderTest sender = upIsNarrow ? facts.here() : facts.far();
        RemoteHostUnderTest receiver = upIsNarrow ? facts.far() : facts.here();
        String fixed = sender.interfaceTowards(receiver);
        long kilobits = Math.max(1, Math.round(DirectionRules.HEADROOM * narrow / 1e3));
        return new Finding(
                DoctorCode.NARROW_DIRECTION,
                sender.host(),
                "data from " + sender.name() + " arrive with " + HumanUnits.rate(narrow) + ", data from "
                        + receiver.name() + " with " + HumanUnits.rate(wide)
                        + ". The acknowledgements of the fast direction take the slow one: send nothing else there"
                        + " meanwhile, or thin them out. Run the fix only if all that " + sender.name()
                        + " sends by that interface takes the slow link, since it limits that to " + kilobits
                        + " kbit/s; to undo it: sudo tc qdisc del dev " + fixed + " root",
                "sudo tc qdisc replace dev " + fixed + " root cake bandwidth " + kilobits + "kbit ack-filter",
                narrow,
                null,
                null,
                "the capacity of a link is its operator's to change",
                "run 'waybill doctor' again: the fast direction exceeds " + HumanUnits.rate(wide));
    }

    /** What keeps this one host back, in either direction; notes are for a gigabit over 100 ms. */
    public static Diagnosis examine(RemoteHostUnderTest host) {
        List<Finding> findings = new DirectionRules(host, host, PathMeasurements.assumed(), null).findings();
        DirectionRules far = new DirectionRules(host, host, PathMeasurements.reference(), null);
        List<Finding> notes = new ArrayList<>(far.findings());
        notes.removeIf(note -> findings.stream().anyMatch(finding -> finding.code() == note.code()));
        notes.addAll(far.socketLimits());
        return new Diagnosis(sorted(findings), sorted(notes));
    }

    private static boolean isKnown(Finding finding, List<Finding> among) {
        return among.stream()
                .anyMatch(one -> one.code() == finding.code()
                        && one.host().equals(finding.host())
                        && one.fix().equals(finding.fix()));
    }

    private static List<Finding> sorted(List<Finding> findings) {
        return findings.stream()
                .sorted(Comparator.comparingDouble(Doctor::weight).reversed())
                .toList();
    }

    private static double weight(Finding finding) {
        return switch (finding.code()) {
            case MTU_BLACK_HOLE -> Double.MAX_VALUE;
            case SLOW_DNS, DEAD_IPV6, DEAD_ADDRESS -> WORTH_OF_SECONDS;
            case CPU_LOAD -> 1; // the most that could be gained, where what else was found is measured
            default -> finding.gain() == null ? 1 : finding.gain();
        };
    }

    private static List<Finding> ofName(NameMeasurements name) {
        List<Finding> findings = new ArrayList<>();
        if (name.lookUpSeconds() > SLOW_LOOK_UP_SECONDS) {
            findings.add(slowLookUp(name));
        }
        List<NameMeasurements.Address> live = name.addresses().stream()
                .filter(one -> one.connectMillis() != null)
                .toList();
        boolean four = live.stream().anyMatch(one -> !one.ipv6());
        Map<Boolean, List<NameMeasurements.Address>> dead = name.addresses().stream()
                .filter(one -> !live.isEmpty() && one.connectMillis() == null && one.lostSeconds() > 0)
                .collect(Collectors.groupingBy(one -> four && one.ipv6()));
        dead.forEach((ipv6, some) -> findings.add(
                ipv6
                        ? deadIpv6(name.host(), some)
                        : deadAddress(name.host(), some, live.getFirst().address())));
        return findings;
    }

    private static Finding slowLookUp(NameMeasurements name) {
        String server = "; a name server in /etc/resolv.conf is slow or down: list one that answers first";
        return new Finding(
                DoctorCode.SLOW_DNS,
                "",
                Finding.text(
                        name.addresses().isEmpty()
                                ? "resolving %s failed after %.1f s" + server
                                : "resolving %s took %.1f s, and each new connection waits for it" + server,
                        name.host(),
                        name.lookUpSeconds()),
                name.addresses().isEmpty()
                        ? "sudoedit /etc/resolv.conf"
                        : "echo '" + name.best().address() + " " + name.host() + "' | sudo tee -a /etc/hosts",
                null,
                null,
                name.lookUpSeconds(),
                null,
                "time getent ahosts " + name.host());
    }

    private static Finding deadIpv6(String host, List<NameMeasurements.Address> dead) {
        return new Finding(
                DoctorCode.DEAD_IPV6,
                "",
                host + " has the IPv6 " + unanswered(dead) + "; IPv4 does. Programs try IPv6 first and wait. Fix"
                        + " the route or remove the AAAA record; until then prefer IPv4 on this machine",
                "echo 'precedence ::ffff:0:0/96 100' | sudo tee -a /etc/gai.conf",
                null,
                null,
                lostSeconds(dead),
                null,
                "getent ahosts " + host + " (IPv4 comes first)");
    }

    private static Finding deadAddress(String host, List<NameMeasurements.Address> dead, String live) {
        return new Finding(
                DoctorCode.DEAD_ADDRESS,
                "",
                host + " has the " + unanswered(dead) + "; " + live
                        + " does. Programs that try a dead one first wait, or fail. Fix the route or remove it"
                        + " from the name's records; until then list the one that answers on this machine",
                "echo '" + live + " " + host + "' | sudo tee -a /etc/hosts",
                null,
                null,
                lostSeconds(dead),
                null,
                "getent ahosts " + host + " (" + live + " alone)");
    }

    private static String unanswered(List<NameMeasurements.Address> dead) {
        String all = dead.stream().map(NameMeasurements.Address::address).collect(Collectors.joining(", "));
        return dead.size() == 1
                ? "address " + all + ", which does not answer"
                : "addresses " + all + ", which do not answer";
    }

    /** Programs that try one after the other wait for each. */
    private static double lostSeconds(List<NameMeasurements.Address> dead) {
        return dead.stream().mapToDouble(NameMeasurements.Address::lostSeconds).sum();
    }
}
