package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;

class HostFactsTest {
    @TempDir
    Path directory;

    private void table(String name, String text) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void readsTheKernelsTables() throws Exception {
        table("proc/meminfo", "MemTotal:       16316412 kB\nMemFree: 1 kB\nMemAvailable:    8000000 kB\n");
        table("proc/loadavg", "0.52 0.58 0.59 1/467 12345\n");
        table("proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n");
        table("proc/sys/net/ipv4/tcp_congestion_control", "bbr\n");
        table("proc/sys/net/ipv4/tcp_available_congestion_control", "reno cubic bbr\n");
        table(
                "proc/net/route",
                "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n"
                        + "eth0\t00000000\t0100A8C0\t0003\t0\t0\t0\t00000000\n");
        table("sys/class/net/eth0/mtu", "9000\n");
        table("sys/class/net/eth0/speed", "10000\n");
        HostFacts facts = new LocalHost(directory).examine("/");
        assertThat(facts.totalMemoryBytes()).isEqualTo(16_316_412L * 1024);
        assertThat(facts.freeMemoryBytes()).isEqualTo(8_000_000L * 1024);
        assertThat(facts.loadAverage()).isEqualTo(0.52);
        assertThat(facts.tcp()).satisfies(tcp -> {
            assertThat(tcp.receiveBufferMaxBytes()).isEqualTo(6_291_456);
            assertThat(tcp.sendBufferMaxBytes()).isNull();
            assertThat(tcp.congestionControl()).isEqualTo("bbr");
            assertThat(tcp.congestionControls()).containsExactly("reno", "cubic", "bbr");
            assertThat(tcp.mtuBytes()).isEqualTo(9000);
            assertThat(tcp.linkBitsPerSecond()).isEqualTo(10e9);
        });
        assertThat(RemoteHost.parse(new LocalHost(directory).tables("/", null)).withBasis(HostFacts.LOCAL))
                .as("what a node tells of itself")
                .usingRecursiveComparison()
                .ignoringFields("freeDiskBytes") // another program may write between the two looks
                .isEqualTo(facts);
    }

    @Test
    void theInterfaceOnTheRouteToTheOtherHostCounts() throws Exception {
        table(
                "proc/net/route",
                "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n"
                        + "eth0\t00000000\t0100A8C0\t0003\t0\t0\t0\t00000000\n");
        table("sys/class/net/eth0/mtu", "1400\n");
        table("sys/class/net/lo/mtu", "65536\n");
        table("proc/meminfo", "MemTotal:       16316412 kB\n");
        InetAddress local =
                LocalHost.addressTowards(InetAddress.ofLiteral("127.0.0.1")).orElseThrow();
        HostFacts facts = new LocalHost(directory).examine("/", local);
        assertThat(facts.tcp()).satisfies(tcp -> assertThat(tcp.mtuBytes()).isEqualTo(65536));
        assertThat(new LocalHost(directory).examine("/").tcp())
                .satisfies(tcp -> assertThat(tcp.mtuBytes()).isEqualTo(1400));
    }

    @Test
    void garbledTablesAreUnknown() throws Exception {
        table("proc/meminfo", "MemTotal: lots kB\n");
        table("proc/loadavg", "");
        table("proc/sys/net/ipv4/tcp_rmem", "1 2\n");
        table("sys/class/net/eth0/speed", "-1\n");
        HostFacts facts = new LocalHost(directory).examine("/");
        assertThat(facts.totalMemoryBytes()).isNull();
        assertThat(facts.loadAverage()).isNull();
        assertThat(RemoteHost.parse("\u0000\n@waybill df\nrubbish\n").basis()).isEqualTo(HostFacts.UNKNOWN);
        assertThat(ProcTables.disk(
                        "Filesystem 1024-blocks Used Available Capacity Mounted on\n" + "my disk 100 40 60 40% /a b\n"))
                .containsExactly(100 * 1024, 60 * 1024);
        assertThat(ProcTables.disk("none 0 0 0 - /mnt"))
                .as("no size is no full disk")
                .isNull();
    }

    @Test
    void knowsThisMachineAndTheSpaceWhereAPathWillBe() {
        HostFacts facts = new LocalHost(Path.of("/"))
                .examine(directory.resolve("not/yet/there").toString());
        assertThat(facts.totalDiskBytes()).isPositive();
        assertThat(facts.freeDiskBytes()).isBetween(1L, facts.totalDiskBytes());
        assertThat(facts.cpus()).isPositive();
    }

    /** A table that one of the three does not report is a fact that is unknown there. */
    @Test
    void thisMachineANodeAndAHostOverSshTellTheSameTables() {
        Set<String> overSsh = tables(RemoteHost.script("/", HostExaminer.Disk.UNTIMED));
        overSsh.removeAll(
                Set.of("route", "quota", "absent")); // reported as the interface's tables, and after a look of its own
        assertThat(tables(new LocalHost(Path.of("/")).tables("/", null)))
                .containsAll(overSsh.stream()
                        .filter(name -> !Set.of("mtu", "speed").contains(name))
                        .toList())
                .isSubsetOf(overSsh);
    }

    private static Set<String> tables(String text) {
        return Pattern.compile("@waybill (\\w+)")
                .matcher(text)
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void examinesAHostOverSshInOneGo() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Location far = server.location(directory + "/a '$(touch pwned)b/c");
            HostFacts facts = new HostProbe(server.credentials(), null, null)
                    .examine(new Endpoint(far, true), server.port(), HostExaminer.Disk.WRITE);
            HostFacts here =
                    new LocalHost(Path.of("/")).examine(directory.toString(), InetAddress.getLoopbackAddress());
            assertThat(facts.basis()).isEqualTo(HostFacts.SSH);
            assertThat(facts.totalMemoryBytes()).isEqualTo(here.totalMemoryBytes());
            assertThat(facts.totalDiskBytes()).isEqualTo(here.totalDiskBytes());
            assertThat(facts.tcp()).isEqualTo(here.tcp());
            assertThat(directory.resolve("pwned")).doesNotExist();
            assertThatThrownBy(() ->
                            new HostProbe(server.credentials(), null, null).examineExisting(new Endpoint(far, true)))
                    .isInstanceOfSatisfying(
                            TransferException.class,
                            absent -> assertThat(absent.reason()).isEqualTo(Reason.NOT_FOUND))
                    .hasMessage("no such file or directory: " + far.path());
            assertThat(new HostProbe(server.credentials(), null, null)
                            .examineExisting(new Endpoint(server.location(directory.toString()), true))
                            .totalDiskBytes())
                    .isEqualTo(here.totalDiskBytes());
            // an unknown host key: nothing is examined, and nothing is said about the user
            HostFacts refused = new HostProbe(new TestCredentials().sshKey(server.userKey()), null, null)
                    .examine(new Endpoint(far, true), server.port(), HostExaminer.Disk.UNTIMED);
            assertThat(refused.basis()).isEqualTo(HostFacts.UNKNOWN);
        }
    }

    @Test
    void byWhichPathANodeShowsWhatSshShowsIsFoundOutAndNothingIsLeft() throws Exception {
        Path all = Files.createDirectory(directory.resolve("all"));
        Path data = Files.createDirectories(all.resolve("it's/data"));
        Path file = Files.writeString(data.resolve("file"), "x");
        Path link = Files.createSymbolicLink(directory.resolve("link"), all.resolve("it's"));
        Path home = Files.createDirectory(directory.resolve("home"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode whole = node(home, Path.of("/"));
                WaybillNode part = node(home, all);
                WaybillNode other = node(home, Files.createDirectory(directory.resolve("other")))) {
            HostProbe probe = new HostProbe(server.credentials(), null, home, true);
            for (Path place : List.of(data, data.resolve("new"), data.resolve("new/er"), file)) {
                for (boolean receives : new boolean[] {true, false}) {
                    boolean shown = receives || Files.exists(place);
                    assertThat(at(server, probe, whole, place.toString(), receives))
                            .isEqualTo(shown ? place.toString() : null);
                    assertThat(at(server, probe, part, place.toString(), receives))
                            .isEqualTo(shown ? "/" + all.relativize(place) : null);
                    assertThat(at(server, probe, other, place.toString(), receives))
                            .isNull();
                }
            }
            assertThat(at(server, probe, part, all + "/", true)).isEqualTo("/");
            assertThat(at(server, probe, part, all.toString(), true)).isEqualTo("/");
            assertThat(at(server, probe, part, link + "/new/", true)).isEqualTo("/it's/new/");
            assertThat(at(server, probe, part, link + "/data/", false)).isEqualTo("/it's/data/");
            for (String root : List.of(all + "/", all.toString())) {
                assertThat(at(server, probe, part, root, false))
                        .as("beside a root the node shows nothing")
                        .isNull();
            }
            assertThat(new HostProbe(server.credentials(), null, home)
                            .placeAtNode(
                                    new Endpoint(server.location(file.toString()), true),
                                    server.port(),
                                    part.address().getPort(),
                                    false))
                    .as("beside a source that is not copied no file is made")
                    .isEmpty();
            assertThat(new HostProbe(server.credentials(), null, null)
                            .placeAtNode(
                                    new Endpoint(server.location(file.toString()), true),
                                    server.port(),
                                    whole.address().getPort(),
                                    false))
                    .as("without a home")
                    .isEmpty();
        }
        assertThat(data).isDirectoryNotContaining("glob:**waybill*");
    }

    /** {@code /backup} is a nightly {@code rsync -a} of {@code /data}, and yesterday's content was copied. */
    @Test
    void aMirrorOfASourceIsAnotherPlace() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path run = Files.createDirectory(data.resolve("run7"));
        Path file = Files.writeString(run.resolve("file"), "today");
        Path backup = Files.createDirectory(directory.resolve("backup"));
        Path mirror = Files.createDirectory(backup.resolve("run7"));
        Path kept = Files.writeString(mirror.resolve("file"), "other");
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_700_000_000, 123_456_000));
        for (Path one : List.of(file, kept, run, mirror)) {
            Files.setLastModifiedTime(one, time);
        }
        Path home = Files.createDirectory(directory.resolve("home"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode ofBackup = node(home, backup);
                WaybillNode ofData = node(home, data)) {
            HostProbe probe = new HostProbe(server.credentials(), null, home, true);
            for (String source : List.of(run.toString(), run + "/", file.toString())) {
                assertThat(at(server, probe, ofBackup, source, false)).isNull();
                assertThat(at(server, probe, ofData, source, false))
                        .isEqualTo(source.substring(data.toString().length()));
            }
        }
        assertThat(data).isDirectoryNotContaining("glob:**waybill*");
    }

    private static @Nullable String at(
            SshServer server, HostProbe probe, WaybillNode node, String place, boolean receives) throws Exception {
        Endpoint end = new Endpoint(server.location(place), true);
        return probe.placeAtNode(end, server.port(), node.address().getPort(), receives)
                .orElseThrow()
                .path();
    }

    @Test
    void questionsToOneHostAtTheSameTimeShareALogIn() {
        SharedShells shells = new SharedShells(at -> new SshCommands(at, new TestCredentials(), null));
        Location far = new Location("sftp", "user", "far.example", 22, ".");
        SharedShells.Shell examination = shells.open(far);
        SharedShells.Shell check = shells.open(far);
        assertThat(check.commands()).isSameAs(examination.commands());
        assertThat(shells.open(new Location("sftp", "other", "far.example", 22, "."))
                        .commands())
                .as("another account")
                .isNotSameAs(examination.commands());
        examination.close();
        assertThat(shells.open(far).commands()).as("still in use").isSameAs(check.commands());
        check.close();
        check.close();
        assertThat(shells.open(far).commands()).as("a new one").isNotSameAs(check.commands());
    }

    private static WaybillNode node(Path home, Path data) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(home, data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }
}
