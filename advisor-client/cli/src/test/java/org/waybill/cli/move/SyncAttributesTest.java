package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code sync} by the command line: times, permissions and links. */
class SyncAttributesTest extends SyncCase {
    /** As with {@code rsync -a}. */
    @Test
    void chmodAloneIsCarriedOverAndNothingIsSent() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path first = from.resolve("d0/f0");
        Path second = from.resolve("d1/f1");
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = cli.node(data)) {
            login(server);
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/copy";
            for (String[] ends : new String[][] {
                {
                    from + "/",
                    directory.resolve("copy").toString(),
                    directory.resolve("copy").toString()
                },
                {from + "/", url(server, to), to.toString()},
                {from + "/", there, data.resolve("copy").toString()},
                {
                    there + "/",
                    directory.resolve("back").toString(),
                    directory.resolve("back").toString()
                }
            }) {
                Path copy = Path.of(ends[2]);
                for (String command : List.of("sync", "copy")) {
                    chmod(first, 0644);
                    chmod(second, 0644);
                    if (ends[0].startsWith("waybill")) {
                        chmod(data.resolve("copy/d0/f0"), 0644);
                        chmod(data.resolve("copy/d1/f1"), 0644);
                    }
                    assertThat(cli.run(command, ends[0], ends[1]).code()).isZero();
                    Path root = ends[0].startsWith("waybill") ? data.resolve("copy") : from;
                    chmod(root.resolve("d0/f0"), 0755);
                    chmod(root.resolve("d1/f1"), 0600);

                    Cli.Result text = cli.run(command, "-n", ends[0], ends[1]);
                    assertThat(text.out())
                            .as(text.err())
                            .contains(
                                    "would set permissions: d0/f0: permissions 755, 644",
                                    "would copy nothing, and set the permissions of 2 files");
                    JsonNode planned =
                            cli.run(command, "-n", "--json", ends[0], ends[1]).json();
                    JsonNode plan = command.equals("copy") ? planned.get("plan") : planned;
                    assertThat(plan.get("otherPermissions").asLong()).isEqualTo(2);
                    Cli.Result done = command.equals("copy")
                            ? cli.run(command, "--error-on-no-transfer", ends[0], ends[1])
                            : cli.run(command, "--json", ends[0], ends[1]);
                    assertThat(mode(copy.resolve("d0/f0")))
                            .as(command + " " + ends[1])
                            .isEqualTo(0755);
                    assertThat(mode(copy.resolve("d1/f1")))
                            .as(command + " " + ends[1])
                            .isEqualTo(0600);
                    if (command.equals("copy")) {
                        assertThat(done.code()).as(done.err()).isEqualTo(9);
                    } else {
                        assertThat(done.json().get("otherPermissions").asLong()).isEqualTo(2);
                        assertThat(cli.run(command, ends[0], ends[1]).out()).startsWith("nothing to copy");
                    }
                    assertThat(cli.run("sync", "-n", "--json", ends[0], ends[1])
                                    .json()
                                    .get("otherPermissions")
                                    .asLong())
                            .isZero();
                }
            }
        }
    }

    /** The node has no record that the client wrote it. */
    @Test
    void aModeThatANodeDoesNotChangeIsReportedAndNotCounted() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path home = Files.createDirectory(directory.resolve("node home"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(home, data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            int port = node.address().getPort();
            PairingClient.pair(cli.home(), "127.0.0.1", port, node.newPairingToken(Grant.USUAL));
            String there = "waybill://127.0.0.1:" + port + "/copy";
            assertThat(cli.run("sync", from + "/", there).code()).isZero();
            Path theirs = data.resolve("copy/d0/f0");
            Files.delete(theirs);
            write(theirs, Files.readString(from.resolve("d0/f0")));
            chmod(theirs, 0644);
            chmod(from.resolve("d0/f0"), 0755);
            chmod(from.resolve("d1/f1"), 0755);

            Cli.Result done = cli.run("sync", "--json", "--strict", from + "/", there);
            assertThat(mode(theirs)).isEqualTo(0644);
            assertThat(mode(data.resolve("copy/d1/f1"))).isEqualTo(0755);
            assertThat(done.json().get("otherPermissions").asLong())
                    .as(done.err())
                    .isOne();
            assertThat(done.json().get("notKept"))
                    .extracting(JsonNode::asString)
                    .containsExactly("an equal file keeps other permissions than its source's: /copy/d0/f0: mode 644"
                            + " stays, where the source has 755");
            assertThat(done.code()).as(done.err()).isEqualTo(15);
        }
    }

    private static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode") & 0777;
    }

    @Test
    void linksStayLinksAndAreNeitherCopiedAgainNorFollowed() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path precious = Files.createDirectory(directory.resolve("precious"));
        write(precious.resolve("data"), "x");
        Files.createSymbolicLink(from.resolve("in"), Path.of("d0/f0"));
        Files.createSymbolicLink(from.resolve("d1/directory"), Path.of("../d0"));
        Files.createSymbolicLink(from.resolve("d1/dangling"), Path.of("nowhere"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = cli.node(data)) {
            login(server);
            for (String url : new String[] {
                directory.resolve("copy").toString(),
                url(server, to),
                "waybill://127.0.0.1:" + node.address().getPort() + "/copy"
            }) {
                Path copy =
                        url.startsWith("sftp") ? to : url.startsWith("waybill") ? data.resolve("copy") : Path.of(url);
                assertThat(cli.run("sync", from + "/", url).code()).isZero();
                assertThat(Files.readSymbolicLink(copy.resolve("d1/directory"))).isEqualTo(Path.of("../d0"));
                Files.createSymbolicLink(copy.resolve("old"), precious);
                Files.delete(copy.resolve("in"));
                write(copy.resolve("in"), "no link");
                Cli.Result second = cli.run("sync", "--delete", "--json", from + "/", url);
                assertThat(second.code()).as(second.err()).isZero();
                assertThat(second.json().get("deleted"))
                        .extracting(JsonNode::asString)
                        .containsExactly("old");
                assertThat(Files.readSymbolicLink(copy.resolve("in"))).isEqualTo(Path.of("d0/f0"));
                assertThat(names(copy)).isEqualTo(names(from));
                Cli.Result third = cli.run("sync", "--delete", from + "/", url);
                assertThat(third.out()).startsWith("nothing to copy");
                assertThat(cli.run("check", from + "/", url).code()).isZero();
                assertThat(precious.resolve("data")).hasContent("x");
            }
            assertThat(cli.run(
                                    "sync",
                                    "--links",
                                    "skip",
                                    from + "/",
                                    directory.resolve("other").toString())
                            .out())
                    .contains("3 entries left out\n");
        }
    }

    @Test
    void aDirectoryTakesThePlaceOfALinkWithoutDelete() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createDirectories(to);
        Files.createSymbolicLink(to.resolve("d0"), elsewhere);
        Files.createSymbolicLink(to.resolve("empty"), Path.of("nowhere"));
        assertThat(cli.runLine("sync -n %s/ %s", from, to).code()).isZero();
        Cli.Result sync = cli.runLine("sync %s/ %s", from, to);
        assertThat(sync.code()).as(sync.err()).isZero();
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(to.resolve("empty")).isDirectory();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void equalDirectoriesAndLinksOfANodeGetTheirTimes() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path link = Files.createSymbolicLink(from.resolve("d1/link"), Path.of("f1"));
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String command : List.of("sync", "copy")) {
                cli.run(command, from + "/", url + command);
                touch(link);
                for (Path one : List.of(from.resolve("d1"), from.resolve("empty"), from)) {
                    Files.setLastModifiedTime(one, THEN);
                }
                assertThat(cli.run(command, from + "/", url + command).code()).isZero();
                Path to = data.resolve(command);
                for (Path one : List.of(to.resolve("d1/link"), to.resolve("d1"), to.resolve("empty"), to)) {
                    assertThat(Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS))
                            .as("%s", one)
                            .isEqualTo(THEN);
                }
                Files.delete(link);
                Files.createSymbolicLink(link, Path.of("f1"));
                write(from.resolve("d1/new"), "1");
            }
            Files.delete(data.resolve("sync/d1/link"));
            Files.createSymbolicLink(data.resolve("sync/d1/link"), Path.of("/out of the data directory"));
            for (String line : List.of("copy -n %s/ %s", "sync %s/ %s")) {
                Cli.Result replaced = cli.runLine(line, from, url + "sync");
                assertThat(replaced.code()).as(replaced.err()).isZero();
            }
            assertThat(Files.readSymbolicLink(data.resolve("sync/d1/link"))).isEqualTo(Path.of("f1"));
            Files.createDirectory(data.resolve("other"));
            assertThat(cli.run("copy", "-n", from.toString(), url + "other").code())
                    .isZero();
        }
    }
}
