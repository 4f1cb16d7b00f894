package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;

/** Copies from one node to another by the command line. */
class NodeToNodeCommandTest extends MoveCase {
    private WaybillNode node(Path home, String name) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(home, Files.createDirectories(directory.resolve(name)))
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
    }

    private static String at(WaybillNode node) {
        return "127.0.0.1:" + node.address().getPort();
    }

    private void pair(Path home, WaybillNode with) throws Exception {
        PairingClient.pair(home, "127.0.0.1", with.address().getPort(), with.newPairingToken());
    }

    @Test
    void whoseMachineIsToBePairedIsSaid() throws Exception {
        Path homeA = directory.resolve("home-a");
        try (WaybillNode a = node(homeA, "a");
                WaybillNode b = node(directory.resolve("home-b"), "b")) {
            Files.copy(file, directory.resolve("a/file"));
            String from = "waybill://" + at(a) + "/file";
            String to = "waybill://" + at(b) + "/in/";

            pair(cli.home(), a);
            refused(copy(from, to), 6, "waybill: the certificate of " + at(b) + " is not known here");
            pair(cli.home(), b);
            String there = at(a) + " could not log in at " + at(b) + " (pair on the machine of " + at(a)
                    + ", in its WAYBILL_HOME): ";
            refused(copy(from, to), 6, "waybill: " + there + "the certificate of " + at(b) + " is not known here");
            pair(homeA, b);
            new PeerStore(directory.resolve("home-b")).removeClient(a.fingerprint());
            refused(copy(from, to), 6, "waybill: " + there + "this client is not paired with the node");
            pair(homeA, b);
            new PeerStore(directory.resolve("home-b"))
                    .removeClient(NodeIdentity.loadOrCreate(cli.home()).fingerprint());
            refused(copy(from, to), 6, "waybill: this client is not paired with the node");
            assertThat(directory.resolve("b/in")).doesNotExist();
        }
    }

    private Cli.Result copy(String from, String to) {
        return cli.run("copy", "--transport", "tcp", from, to);
    }

    @Test
    void aCopyWithinOneNodeIsRefusedWithWhatHelps() throws Exception {
        try (WaybillNode a = node(cli.home(), "a")) {
            Files.copy(file, directory.resolve("a/file"));
            String one = "waybill://" + at(a) + "/";
            refused(
                    copy(one + "file", one + "in/"),
                    2,
                    "a node does not copy to itself: copy from " + at(a) + " to this");
            String other = "waybill://localhost:" + a.address().getPort() + "/in/";
            refused(copy(one + "file", other), 12, "leads from this node to itself: name another one");
        }
    }

    @Test
    void whatIsNotCopiedIsNamedAtTheEnd() throws Exception {
        try (WaybillNode a = node(cli.home(), "a");
                WaybillNode b = node(cli.home(), "b")) {
            Path run = Files.createDirectories(directory.resolve("a/run"));
            Files.copy(file, run.resolve("file"));
            Files.createSymbolicLink(run.resolve("absolute"), Path.of("/etc/passwd"));
            assertThat(new ProcessBuilder("mkfifo", run.resolve("pipe").toString())
                            .start()
                            .waitFor())
                    .isZero();
            String from = "waybill://" + at(a) + "/run";
            String to = "waybill://" + at(b) + "/";

            Cli.Result copied = copy(from, to);
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(copied.out())
                    .contains(
                            "left out: absolute: is a symbolic link out of the node's data directory",
                            "left out: pipe:")
                    .endsWith("2 entries left out\n");
            Cli.Result strict = cli.run("copy", "--strict", "--json", from, to);
            assertThat(strict.code()).as(strict.err()).isEqualTo(15);
            assertThat(strict.json().get("status").asString()).isEqualTo("LEFT_OUT");
            assertThat(strict.json().get("notTransferred").size()).isEqualTo(2);

            Files.copy(file, run.resolve("second"));
            for (String name : List.of("file", "second")) {
                Files.createDirectories(directory.resolve("b/taken/run").resolve(name));
            }
            Cli.Result failed = copy(from, to + "taken/");
            assertThat(failed.code()).isEqualTo(2);
            assertThat(failed.err())
                    .contains(
                            "2 files failed",
                            "not transferred: file: ",
                            "not transferred: second: ",
                            "left out: pipe:");
        }
    }

    @Test
    void aDryRunNamesWhatIsLeftOutAndItsForecastIsOne() throws Exception {
        try (WaybillNode a = node(cli.home(), "a");
                WaybillNode b = node(cli.home(), "b")) {
            Path run = Files.createDirectories(directory.resolve("a/run"));
            Files.copy(file, run.resolve("file"));
            Files.createSymbolicLink(run.resolve("absolute"), Path.of("/etc/passwd"));
            Files.createSymbolicLink(run.resolve("inside"), Path.of("file"));
            String from = "waybill://" + at(a) + "/run";
            String to = "waybill://" + at(b) + "/";

            Cli.Result unknown = cli.run("copy", "-n", from, to);
            assertThat(unknown.out())
                    .contains("would copy, new: inside", "by tcp, forecast unknown")
                    .contains("left out: absolute: is a symbolic link out of the node's data directory")
                    .doesNotContain("new: absolute");
            assertThat(unknown.err()).contains("the size is unknown, so no time is forecast");
            Cli.Result copied = cli.run("copy", from, to);
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(directory.resolve("b/run/inside")).isSymbolicLink();
            assertThat(directory.resolve("b/run/absolute")).doesNotExist();

            Cli.Result known = cli.run("copy", "-n", from, to + "again/");
            assertThat(known.out()).contains("from one earlier copy");
            assertThat(known.err())
                    .contains("by tcp; the forecast follows when the size is known")
                    .doesNotContain("no time is forecast");
        }
    }
}
