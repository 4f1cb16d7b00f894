package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** Faults planted in two hosts of a lab, and in what is between them; healthy ones have none. */
@Timeout(180)
class DoctorInLabTest {
    private static final String FAR = "10.77.2.1";
    private static final String NAME = "b.example.org";
    private static final String DEAD_IPV6 = "fd00:77::2";
    /** Answers at once, with the one address that there is. */
    private static final String NAME_SERVER = """
        import socket, struct
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 53))
        while True:
            query, to = server.recvfrom(512)
            end = query.index(0, 12) + 1
            known = query[end:end + 2] == bytes([0, 1])
            reply = query[:2] + struct.pack("!HHHHH", 0x8180, 1, int(known), 0, 0) + query[12:end + 4]
            if known:
                reply += struct.pack("!HHHIH", 0xc00c, 1, 1, 60, 4) + socket.inet_aton("10.77.2.1")
            server.sendto(reply, to)
        """;

    @TempDir
    private Path directory;

    private Path topology;

    @BeforeEach
    void prepare() throws Exception {
        topology = Files.writeString(directory.resolve("doctor.topo"), """
            mtu 1500
            seed 1
            tick 0
            host A 10.77.1.1 cc=cubic
            host B 10.77.2.1 cc=cubic
            duplex A B rate=100mbit delay=20ms queue=100ms
            """);
    }

    /** What is to be found, in a lab with a fault or without. */
    @FunctionalInterface
    private interface Fault {
        void plant(Lab lab) throws Exception;
    }

    private void named(String code, Fault fault) throws Exception {
        List<String> found = found(fault);
        assertThat(found).isNotEmpty();
        assertThat(found.getFirst()).isEqualTo(code);
    }

    private List<String> found(Fault fault) throws Exception {
        try (Lab lab = Lab.wan("doctor", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", FAR), directory, NAME)) {
            lab.names(FAR + " " + NAME + "\n", "A");
            fault.plant(lab);
            return codes(new LabCli(lab, "A", directory), NAME);
        }
    }

    @Test
    @Tag("nightly")
    void aHealthyPairHasNoFault() throws Exception {
        // the machine that runs the tests may be busy, which is no fault of the lab's
        assertThat(found(_ -> {})).allMatch(found -> found.startsWith("CPU_LOAD "));
    }

    @Test
    @Tag("nightly")
    void lossInOneDirectionIsNamedAtItsSender() throws Exception {
        named("PATH_LOSS ", lab -> lab.control("set", "A", "B", "loss=3%"));
    }

    @Test
    @Tag("nightly")
    void lossOnTheWayBackIsNamedAtItsSender() throws Exception {
        named("PATH_LOSS " + NAME, lab -> lab.control("set", "B", "A", "loss=3%"));
    }

    @Test
    @Tag("nightly")
    void largePacketsThatVanishAreNamed() throws Exception {
        named("MTU_BLACK_HOLE ", lab -> {
            lab.control("set", "A", "B", "mtu=1400");
            lab.in("A", "iptables", "-A", "INPUT", "-p", "icmp", "--icmp-type", "fragmentation-needed", "-j", "DROP");
        });
    }

    @Test
    void largePacketsThatVanishAreNamedWhereAllIcmpIsFiltered() throws Exception {
        named("MTU_BLACK_HOLE ", lab -> blackHole(lab, "A", "B"));
    }

    @Test
    @Tag("nightly")
    void largePacketsThatVanishOnTheWayBackAreNamedWhereAllIcmpIsFiltered() throws Exception {
        named("MTU_BLACK_HOLE ", lab -> blackHole(lab, "B", "A"));
    }

    private static void blackHole(Lab lab, String sender, String receiver) throws Exception {
        lab.control("set", sender, receiver, "mtu=1400");
        for (String host : List.of("A", "B")) {
            lab.in(host, "iptables", "-A", "INPUT", "-p", "icmp", "-j", "DROP");
        }
    }

    @Test
    @Tag("nightly")
    void aDeadIpv6AddressIsNamed() throws Exception {
        named("DEAD_IPV6 ", lab -> {
            lab.in("A", "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=0", "net.ipv6.conf.wan0.disable_ipv6=0");
            lab.in("A", "ip", "-6", "addr", "add", "fd00:77::1/64", "dev", "wan0", "nodad");
            lab.names(DEAD_IPV6 + " " + NAME + "\n" + FAR + " " + NAME + "\n", "A");
        });
    }

    @Test
    @Tag("nightly")
    void aDeadNameServerBeforeALivingOneIsNamed() throws Exception {
        List<Process> started = new ArrayList<>();
        try {
            named("SLOW_DNS ", lab -> {
                lab.names("", "A");
                dropNameQueries(lab);
                lab.nameServers("A", FAR, "127.0.0.1");
                started.add(lab.start(
                        "A", directory.resolve("names.out"), Map.of(), List.of("python3", "-c", NAME_SERVER)));
            });
        } finally {
            started.forEach(Process::destroy);
        }
    }

    @Test
    void deadNameServersAreNamedThoughTheHostIsNotFound() throws Exception {
        named("SLOW_DNS ", lab -> {
            lab.names("", "A");
            dropNameQueries(lab);
            lab.nameServers("A", FAR);
        });
    }

    private static void dropNameQueries(Lab lab) throws Exception {
        lab.in("B", "iptables", "-A", "INPUT", "-p", "udp", "--dport", "53", "-j", "DROP");
    }

    @Test
    @Tag("nightly")
    void findsFivePlantedMisconfigurations() throws Exception {
        try (Lab lab = Lab.wan("doctor", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", FAR), directory)) {
            LabCli cli = new LabCli(lab, "A", directory);
            lab.control("set", "A", "B", "rate=200mbit", "delay=50ms");
            lab.control("set", "B", "A", "rate=200mbit", "delay=50ms");
            lab.in("B", "sysctl", "-qw", "net.ipv4.tcp_rmem=4096 131072 262144");
            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_wmem=4096 65536 262144");
            lab.in("B", "ip", "link", "set", "dev", "wan0", "mtu", "1280");
            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_congestion_control=reno");
            List<Process> burners = new ArrayList<>();
            try {
                for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                    burners.add(new ProcessBuilder("nice", "-n", "19", "sh", "-c", "while :; do :; done").start());
                }
                assertThat(codes(cli, FAR))
                        .contains(
                                "RECEIVE_WINDOW 10.77.2.1",
                                "SEND_BUFFER ",
                                "PATH_MTU 10.77.2.1",
                                "CONGESTION_CONTROL ",
                                "CPU_LOAD 10.77.2.1");
            } finally {
                burners.forEach(Process::destroyForcibly);
            }
        }
    }

    /** Code and host of each finding; the host is empty for the machine that asks. */
    private List<String> codes(LabCli cli, String far) throws Exception {
        Cli.Result result = cli.run("doctor", "--json", "--dir", directory.toString(), "root@" + far + ":" + directory);
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode findings = result.json().get("findings");
        assertThat(StreamSupport.stream(findings.spliterator(), false))
                .allSatisfy(finding -> assertThat(finding.get("fix").asString()).isNotBlank());
        return StreamSupport.stream(findings.spliterator(), false)
                .map(one -> one.get("code").asString() + " " + one.get("host").asString())
                .toList();
    }
}
