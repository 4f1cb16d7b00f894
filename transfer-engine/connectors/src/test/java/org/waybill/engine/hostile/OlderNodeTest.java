package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.wire.Message;

/** A node of version 3, which knows neither attributes nor hard links. */
@Timeout(60)
class OlderNodeTest {
    @TempDir
    Path directory;

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
                            new TransferListener() {
                                @Override
                                public void onProgress(Progress progress) {}

                                @Override
                                public void onEvent(String code, String text) {
                                    events.add(text);
                                }
                            });
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
