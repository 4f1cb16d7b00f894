package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeLinks;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.wire.Message;

/** A node of version 3, which knows neither attributes nor hard links, and others. */
@Timeout(60)
class OlderNodeTest {
    @TempDir
    Path directory;

    @Test
    void aNodeThatDoesNotReportWhatItLeavesOutIsReported() throws Exception {
        assertThat(eventsOfSendOn(2, Message.Kind.DIRECTORY)).hasSize(1);
        assertThat(eventsOfSendOn(1, Message.Kind.DIRECTORY)).hasSize(1);
        assertThat(eventsOfSendOn(1, Message.Kind.FILE)).isEmpty();
    }

    /** @param holder what the node says that it holds */
    private List<String> eventsOfSendOn(int files, Message.Kind holder) throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        List<String> events = new ArrayList<>();
        try (HostileNode node = HostileNode.start(home, peer -> {
            peer.hear(Message.Hello.class);
            peer.say(new Message.Welcome(Message.Unsendable.OF_SEND_ON_SINCE - 1, "node"));
            peer.say(
                    peer.hear() instanceof Message.SendOn
                            ? new Message.Report(files, files, "", 1, 0, 0, "UNKNOWN", "")
                            : new Message.Status(holder, 1, 0, -1));
        })) {
            NodeQueries.SentOn sent = new NodeQueries(home)
                    .sendOn(
                            EngineFixture.remote(node.port(), "/run"),
                            EngineFixture.remote(7411, "/"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            events(events));
            assertThat(sent.notTransferred()).isEmpty();
            assertThat(events)
                    .allMatch(("127.0.0.1:" + node.port()
                            + " runs an older Waybill, which does not report which entries it left out")::equals);
            return events;
        }
    }

    @Test
    void aNodeThatGivesEqualFilesNoPermissionsHasNoOthersToGive() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Entry source = new Entry("/f", Entry.Kind.FILE, 1, Instant.EPOCH, 0755, null, true);
        Entry there = new Entry("/copy/f", Entry.Kind.FILE, 1, Instant.EPOCH, 0644, null, true);
        int since = Message.RequestedEntries.PERMISSIONS_OF_EQUAL_SINCE;
        for (int version : new int[] {since - 1, since, Message.SetTimes.KNOWN_SINCE}) {
            try (HostileNode node = HostileNode.start(home, peer -> {
                        peer.hear(Message.Hello.class);
                        peer.say(new Message.Welcome(version, "node"));
                        peer.hear();
                    });
                    Store store =
                            NodeStore.provider(home).open(EngineFixture.remote(node.port(), "/copy"), (_, _) -> {})) {
                assertThat(store.metadata().hasOtherPermissions(source, there)).isEqualTo(version >= since);
                assertThat(store.metadata().keepsDirectoryTimes()).isEqualTo(version >= Message.SetTimes.KNOWN_SINCE);
            }
        }
    }

    @Test
    void anOlderClientOfTwoNodesHearsNothingThatItDoesNotKnow() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path run = Files.createDirectories(directory.resolve("from/run"));
        Files.writeString(run.resolve("a"), "content");
        Files.createSymbolicLink(run.resolve("absolute"), Path.of("/etc/passwd"));
        Message hello = new Message.Hello(Message.Unsendable.OF_SEND_ON_SINCE - 1, "older", new byte[0], new byte[0]);
        try (WaybillNode from = node(home, "from");
                WaybillNode to = node(home, "to");
                ControlLink link = new NodeLinks(home)
                        .greet(new NodeAddress("127.0.0.1", from.address().getPort()), hello)) {
            link.send(new Message.SendOn("/run", "127.0.0.1", to.address().getPort(), "/in/", true, 0));
            Message message = link.receive();
            while (message instanceof Message.Progress) {
                message = link.receive();
            }
            assertThat(message)
                    .isInstanceOfSatisfying(
                            Message.Report.class,
                            report -> assertThat(report.files()).isOne());
        }
    }

    @Test
    void aNodeThatWouldNotKeepWhatItReplacesGetsNothing() throws Exception {
        Path source = Files.writeString(directory.resolve("source"), "content");
        Path home = Files.createDirectories(directory.resolve("home"));
        CopyRules keeping = new CopyRules(
                CopyRules.USUAL.links(),
                EntryFilter.ALL,
                CopyRules.USUAL.overwrite(),
                "old",
                EnumSet.noneOf(Extra.class));
        try (HostileNode node = HostileNode.start(home, peer -> {
            peer.hear(Message.Hello.class);
            peer.say(new Message.Welcome(Message.Rules.BACKUPS_SINCE - 1, "node"));
            peer.hear();
        })) {
            assertThatThrownBy(() -> new EngineMover(home)
                            .move(
                                    TransferRequest.of(
                                                    Location.local(source.toString()),
                                                    EngineFixture.remote(node.port(), "/copy"))
                                            .with(keeping),
                                    TransferListener.NONE))
                    .hasMessageEndingWith("runs a Waybill version without --backup-dir: update it, or leave that out");
        }
    }

    private WaybillNode node(Path home, String name) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(home, Files.createDirectories(directory.resolve(name)))
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
    }

    private static TransferListener events(List<String> texts) {
        return new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public void onEvent(String code, String text) {
                texts.add(text);
            }
        };
    }

    @Test
    void attributesAndHardLinksAreReportedAsNotKeptAndAreNotSent() throws Exception {
        Path source = Files.writeString(directory.resolve("source"), "content");
        Path home = Files.createDirectories(directory.resolve("home"));
        CompletableFuture<List<Message>> heard = new CompletableFuture<>();
        List<String> events = new ArrayList<>();
        try (HostileNode node = HostileNode.start(home, peer -> {
            peer.hear(Message.Hello.class);
            peer.say(new Message.Welcome(Message.Attributes.SINCE - 1, "node"));
            List<Message> all = new ArrayList<>(List.of(peer.hear()));
            peer.say(new Message.Ready(new byte[16], HostileCase.WINDOW));
            while (!(all.getLast() instanceof Message.Summary)) {
                all.add(peer.hear());
            }
            heard.complete(all);
            peer.say(new Message.Committed(List.of(0)), new Message.Summary("UNKNOWN", "", 0), new Message.Done());
        })) {
            new EngineMover(home)
                    .move(
                            TransferRequest.of(
                                            Location.local(source.toString()),
                                            EngineFixture.remote(node.port(), "/copy"))
                                    .with(CopyRules.USUAL.with(EnumSet.complementOf(EnumSet.of(Extra.HOLES)))),
                            events(events));
            String why = " are not kept: 127.0.0.1:" + node.port() + " runs an older Waybill, which does not transfer"
                    + " them (--";
            assertThat(events)
                    .contains(
                            "owners and groups" + why + "owner)",
                            "extended attributes" + why + "xattrs)",
                            "access control lists" + why + "acls)",
                            "hard links" + why + "hard-links)");
        }
        assertThat(heard.get(10, TimeUnit.SECONDS))
                .extracting(message -> (Object) message.getClass())
                .containsExactlyInAnyOrder(
                        Message.Put.class,
                        Message.Manifest.class,
                        Message.InlineBlock.class,
                        Message.Digests.class,
                        Message.Summary.class);
    }
}
