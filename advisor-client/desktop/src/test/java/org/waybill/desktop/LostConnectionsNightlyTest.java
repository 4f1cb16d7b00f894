package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.activity.TransferViewModel.State;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.node.WaybillNode;
import org.waybill.platform.PrivateFiles;

/** A proxy that closes the window's side after 60 MB and keeps the node's open ends no transfer. */
@Tag("nightly")
@Timeout(900)
class LostConnectionsNightlyTest {
    private static final int TIMES = 20;
    private static final int FILE_BYTES = 100_000_000;

    @TempDir
    private Path directory;

    @Test
    void aTransferEndsVerifiedTwentyTimes() throws Exception {
        Path home = directory.resolve("waybill");
        PrivateFiles.createDirectory(home);
        Map<String, String> environment = Map.of(
                "HOME", directory.toString(), "WAYBILL_HOME", home.toString(), "X509_USER_PROXY", directory + "/none");
        byte[] content = new byte[FILE_BYTES];
        new Random(7).nextBytes(content);
        Path source = Files.write(directory.resolve("source"), content);
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(home, data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            for (int i = 0; i < TIMES; i++) {
                try (TcpForwarder proxy = new TcpForwarder(node.address());
                        Window window = Window.open(CoreAdvisorFacade.of(environment), environment)) {
                    window.paste("source", source.toString());
                    window.paste("destination", "waybill://127.0.0.1:" + proxy.port() + "/copy" + i);
                    window.click("advise");
                    window.awaitEnabled("move");
                    TransferViewModel moving = Window.onFx(() -> {
                        TransferViewModel started = window.model().wizard.moving();
                        started.limit.set("800");
                        return started;
                    });
                    window.click("move");
                    window.await("60 MB", () -> moving.fraction.get() > 0.6);
                    proxy.cutNear();
                    window.await(
                            "the end",
                            () -> moving.state().get() == State.DONE
                                    || moving.state().get() == State.FAILED);
                    assertThat(Window.onFx(() -> moving.headline.get()))
                            .as(moving.details.get())
                            .isEqualTo("Copied and verified");
                    assertThat(proxy.connections()).as("connections").isGreaterThan(2);
                    assertThat(data.resolve("copy" + i)).satisfies(sameContentAs(source));
                    System.out.printf("window, %d of %d: verified%n", i + 1, TIMES);
                    Files.delete(data.resolve("copy" + i));
                }
            }
        }
    }
}
