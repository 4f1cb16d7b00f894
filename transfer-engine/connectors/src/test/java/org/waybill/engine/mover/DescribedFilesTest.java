package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.WebServer;

/** Files whose checksums are given: a copy, a download, a file of a node. */
class DescribedFilesTest {
    private static final ExpectedChecksum MD5 = new ExpectedChecksum("md5", "25f9e794323b453885f5181f1b624d0b");
    private static final ExpectedChecksum SHA256 =
            new ExpectedChecksum("SHA-256", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225");
    private static final ExpectedChecksum WRONG_MD5 = new ExpectedChecksum("md5", "00".repeat(16));
    private static final ExpectedChecksum WRONG_SHA256 = new ExpectedChecksum("sha256", "00".repeat(32));

    @TempDir
    private Path directory;

    private Path here;
    private Path target;

    @BeforeEach
    void makePlaces() throws Exception {
        here = Files.createDirectory(directory.resolve("here"));
        target = here.resolve("copy");
    }

    private enum From {
        DISK,
        WEB,
        NODE
    }

    /** The mover of one kind of source with the digits 1 to 9 in a file. */
    private interface Use {
        void with(Mover mover, Location source) throws Exception;
    }

    private void from(From from, Use use) throws Exception {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        switch (from) {
            case DISK ->
                use.with(
                        standard("local"),
                        Location.local(
                                Files.write(directory.resolve("f"), digits).toString()));
            case WEB -> {
                Path root = Files.createDirectory(directory.resolve("root"));
                Files.write(root.resolve("f"), digits);
                try (WebServer server = WebServer.start(directory, root)) {
                    use.with(standard("http"), server.location("/f"));
                }
            }
            default -> {
                try (EngineFixture engine = new EngineFixture(directory)) {
                    Path file = Files.write(engine.data.resolve("f"), digits);
                    if (Packages.isRoot()) {
                        Files.setAttribute(file, "unix:uid", 12_345);
                    }
                    use.with(
                            new EngineMover(engine.home),
                            EngineFixture.remote(engine.node.address().getPort(), "/f"));
                }
            }
        }
    }

    private static Mover standard(String name) {
        return TestMovers.named(name, new TestCredentials());
    }

    private TransferRequest request(Location source, ExpectedChecksum... expected) {
        return TransferRequest.of(source, Location.local(target.toString())).expecting(List.of(expected));
    }

    private List<Path> there() throws Exception {
        try (Stream<Path> files = Files.list(here)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAsDescribedGetsItsName(From from) throws Exception {
        from(from, (mover, source) -> {
            for (ExpectedChecksum expected : List.of(MD5, SHA256)) {
                mover.move(request(source, expected), TransferListener.NONE);
                assertThat(target).hasContent("123456789");
                assertThat(there()).containsExactly(target);
                Files.delete(target);
            }
            mover.move(request(source, WRONG_MD5, SHA256), TransferListener.NONE);
            assertThat(target).as("the strongest counts").exists();
            Files.delete(target);
            CopyRules withOwner = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.OWNERS));
            mover.move(request(source, SHA256).with(withOwner), TransferListener.NONE);
            assertThat(target).as("whoever owns the source").hasContent("123456789");
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotGetsNoNameAndLeavesNothingBehind(From from) throws Exception {
        from(from, (mover, source) -> {
            for (ExpectedChecksum expected : List.of(WRONG_MD5, WRONG_SHA256)) {
                assertThatThrownBy(() -> mover.move(request(source, expected), TransferListener.NONE))
                        .isInstanceOfSatisfying(
                                TransferException.class,
                                refused -> assertThat(refused.reason()).isEqualTo(Reason.WRONG_CONTENT))
                        .hasMessageContaining(expected.type())
                        .hasMessageContaining("instead of " + expected.hex());
                assertThat(there()).isEmpty();
            }
            Files.writeString(target, "older");
            assertThatThrownBy(() -> mover.move(request(source, WRONG_MD5), TransferListener.NONE))
                    .isInstanceOf(TransferException.class);
            assertThat(target).as("what was there before").hasContent("older");
        });
    }

    /** A node's file is compared under a name of its own, and takes the other's place unseen. */
    @Test
    void whatIsToStayOrToBeKeptIsNotReplacedByANodesFile() throws Exception {
        from(From.NODE, (mover, source) -> {
            Files.writeString(target, "older");
            CopyRules usual = CopyRules.USUAL;
            for (CopyRules rules : List.of(
                    new CopyRules(usual.links(), usual.filter(), CopyRules.Overwrite.NEVER, "", Set.of()),
                    new CopyRules(usual.links(), usual.filter(), usual.overwrite(), "old", Set.of()))) {
                assertThatThrownBy(() -> mover.move(request(source, SHA256).with(rules), TransferListener.NONE))
                        .hasMessageContaining("leave --overwrite and --backup-dir out");
                assertThat(there()).containsExactly(target);
                assertThat(target).hasContent("older");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void inADirectoryTheFileGetsItsOwnName(From from) throws Exception {
        from(from, (mover, source) -> {
            mover.move(
                    TransferRequest.of(source, Location.local(here + "/new/")).expecting(List.of(MD5)),
                    TransferListener.NONE);
            assertThat(here.resolve("new/f")).hasContent("123456789");
        });
    }

    @Test
    void whoeverWantsNothingVerifiedHasNothingCompared() throws Exception {
        from(From.DISK, (mover, source) -> {
            mover.move(
                    new TransferRequest(
                                    source,
                                    Location.local(target.toString()),
                                    NetworkPaths.DIRECT,
                                    new DataOptions(0, 0, TransferRequest.Verify.NONE))
                            .expecting(List.of(WRONG_MD5)),
                    TransferListener.NONE);
            assertThat(target).exists();
        });
    }
}
