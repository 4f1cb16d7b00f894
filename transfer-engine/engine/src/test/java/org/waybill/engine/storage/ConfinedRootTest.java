package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.CopyRules;

/** Nothing leads out of a confined root: sixty spellings, and a link swapped in while we look. */
class ConfinedRootTest {
    @TempDir
    private Path directory;

    private Path root;
    private Path outside;

    @BeforeEach
    void makeTrap() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createDirectory(root.resolve("inside"));
        Files.createSymbolicLink(root.resolve("abs"), outside);
        Files.createSymbolicLink(root.resolve("rel"), Path.of("../outside"));
        Files.createSymbolicLink(root.resolve("deep"), Path.of("inside/../../outside"));
        Files.createSymbolicLink(root.resolve("chain"), Path.of("rel"));
        Files.createSymbolicLink(root.resolve("top"), Path.of("/"));
        Files.createSymbolicLink(root.resolve("proc"), Path.of("/proc/self/root"));
        Files.createSymbolicLink(root.resolve("cwd"), Path.of("/proc/self/cwd"));
        Files.createSymbolicLink(root.resolve("parent"), Path.of(".."));
        Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret"));
        Files.createSymbolicLink(root.resolve("inside/up"), Path.of("../../outside"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("good"), Path.of("inside"));
    }

    /** JUnit warns of each link that leaves its temporary directory. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    static Stream<String> payloads() {
        Stream<String> dots = Stream.of(
                "..",
                "../",
                "../outside",
                "/..",
                "/../outside",
                "inside/..",
                "inside/../..",
                "inside/../../outside",
                "./..",
                ".././outside",
                "inside/./../..",
                "../root/../outside",
                "..//outside",
                "//..",
                "a/../../outside",
                "inside/up/..",
                "good/../..",
                "../../../../../../etc",
                "inside/..\u0000",
                "\u0000",
                "inside/\u0000/x",
                "x\u0000.txt",
                "..\u0000/outside",
                "x".repeat(256),
                "\u00e4".repeat(128),
                "\ud800",
                "a\ud800b",
                "\udc00",
                "inside/../../..",
                "d/".repeat(2000) + "x");
        Stream<String> links = Stream.of(
                        "abs", "rel", "deep", "chain", "top", "proc", "cwd", "parent", "inside/up", "loop")
                .flatMap(link -> Stream.of(link, link + "/x", link + "/secret"));
        return Stream.concat(dots, links);
    }

    @Test
    void triesSixtyPayloads() {
        assertThat(payloads().distinct().count()).isGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void refusesToOpenOrMakeWhatLeadsOut(String payload) throws Exception {
        List<String> before = listing(directory);
        try (ConfinedRoot confined = ConfinedRoot.open(root)) {
            assertThatThrownBy(() ->
                            confined.openOrCreate(EntryNames.split(payload)).close())
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> confined.pin(EntryNames.split(payload)).close())
                    .isInstanceOf(IOException.class);
        }
        assertThat(listing(directory)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void refusesThemWithoutTheKernelsHelpToo(String payload) throws Exception {
        List<String> before = listing(directory);
        try (ConfinedRoot confined = new ConfinedRoot.PortableRoot(root)) {
            assertThatThrownBy(() ->
                            confined.openOrCreate(EntryNames.split(payload)).close())
                    .isInstanceOf(IOException.class);
        }
        assertThat(listing(directory)).isEqualTo(before);
    }

    @Test
    void doesNotReadThroughALinkToAFileOutside() throws Exception {
        try (ConfinedRoot confined = ConfinedRoot.open(root)) {
            assertThatThrownBy(() -> SourceTree.beneath(confined, List.of("file"), CopyRules.USUAL))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void followsALinkThatStaysInside() throws Exception {
        assumeTrue(LinuxRoot.isSupported(), "the kernel has no openat2, so no link is followed");
        try (ConfinedRoot confined = ConfinedRoot.open(root);
                Directory good = confined.open(List.of("good"))) {
            assertThat(Files.isSameFile(good.path(), root.resolve("inside"))).isTrue();
        }
    }

    @Test
    void staysInsideWhileALinkIsSwappedIn() throws Exception {
        assumeTrue(LinuxRoot.isSupported(), "the kernel has no openat2: the gap is documented");
        Path victim = root.resolve("swap");
        Path parked = root.resolve("parked");
        Files.createDirectory(victim);
        AtomicBoolean stop = new AtomicBoolean();
        Thread attacker = Thread.ofPlatform().start(() -> swap(victim, parked, stop));
        try (ConfinedRoot confined = ConfinedRoot.open(root)) {
            for (int i = 0; i < 10_000; i++) {
                try (Directory at = confined.openOrCreate(List.of("swap"))) {
                    Files.writeString(at.entry("f"), "x", StandardCharsets.UTF_8);
                } catch (IOException expected) {
                    assertThat(expected).isNotNull();
                }
            }
        } finally {
            stop.set(true);
            attacker.join();
        }
        assertThat(listing(outside)).containsExactly("", "secret");
    }

    private void swap(Path victim, Path parked, AtomicBoolean stop) {
        while (!stop.get()) {
            try {
                Files.move(victim, parked);
                Files.createSymbolicLink(victim, outside);
                Files.delete(victim);
                Files.move(parked, victim);
            } catch (IOException e) {
                // the other side may have made the directory in the gap: park that one again
                try {
                    if (Files.isSymbolicLink(victim)) {
                        Files.delete(victim);
                    }
                    if (Files.exists(parked, LinkOption.NOFOLLOW_LINKS) && Files.exists(victim)) {
                        Files.deleteIfExists(parked.resolve("f"));
                        Files.delete(parked);
                    }
                } catch (IOException ignored) {
                    // tried again in the next round
                }
            }
        }
    }

    private static List<String> listing(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }
}
