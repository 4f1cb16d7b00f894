package org.waybill.client.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Judges two hosts, the path between them and the name that leads there. A pure function of what is known; nothing
 * needs root. Findings come with the largest predicted gain first.
 */
public final class Doctor {
    /** A look-up is a matter of milliseconds; name servers that are tried again take whole seconds. */
    static final double SLOW_LOOK_UP_SECONDS = 1.5;
    /** Seconds before each connection cost more than a path that is a little slow. */
    private static final double WORTH_OF_SECONDS = 3;

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
        return new Diagnosis(sorted(findings), notes);
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
            case SLOW_DNS, DEAD_IPV6 -> WORTH_OF_SECONDS;
            case CPU_LOAD -> 1; // the most that could be gained, where what else was found is measured
            default -> finding.gain() == null ? 1 : finding.gain();
        };
    }

    private static List<Finding> ofName(NameMeasurements name) {
        List<Finding> findings = new ArrayList<>();
        if (name.lookUpSeconds() > SLOW_LOOK_UP_SECONDS) {
            findings.add(slowLookUp(name));
        }
        boolean lives = name.addresses().stream().anyMatch(one -> !one.ipv6() && one.connectMillis() != null);
        for (NameMeasurements.Address one : name.addresses()) {
            if (lives && one.ipv6() && one.connectMillis() == null && one.lostSeconds() > 0) {
                findings.add(new Finding(
                        DoctorCode.DEAD_IPV6,
                        "",
                        name.host() + " has the IPv6 address "
                                + one.address()
                                + ", which does not answer; IPv4 does. Programs try IPv6 first and wait. Fix"
                                + " the route or remove the AAAA record; until then prefer IPv4 on this machine",
                        "echo 'precedence ::ffff:0:0/96 100' | sudo tee -a /etc/gai.conf",
                        null,
                        null,
                        one.lostSeconds(),
                        null,
                        "getent ahosts " + name.host() + " (IPv4 comes first)"));
                break;
            }
        }
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
}
