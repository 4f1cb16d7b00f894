package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.PathShare;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.cache.CacheSettings;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.WaybillNode;

/** Copies that a relay receives, keeps and sends on. */
class CachedRelayTest extends OverlayCase {
    private static final int BYTES = 1_000_000;

    @Test
    void aRelayOfAnotherHomeSendsOnFromItsCacheOnlyWhereTheDestinationKnowsIt() throws Exception {
        Path otherHome = directory.resolve("other");
        Path cache = directory.resolve("cache");
        WaybillNode relay = overlay.relay(otherHome, new CacheSettings(cache, 10_000_000));
        PairingClient.pair(overlay.end.home, "127.0.0.1", relay.address().getPort(), relay.newPairingToken());
        Path source = overlay.end.file("source", 1_000_000, 7);
        NetworkPaths byCache =
                NetworkPaths.through(List.of(OverlayFixture.name(relay))).withCache();

        Events events = new Events();
        TransferReport unknown = overlay.push(source, "/unknown", byCache, 0, events);
        assertThat(events.codes).anyMatch(event -> event.startsWith("CACHE_NOT_USED the cache of 127.0.0.1:"));
        assertThat(unknown.via()).as("forwarded as ever").containsExactly(OverlayFixture.name(relay));
        assertThat(relay.cacheCounts().orElseThrow().stored())
                .as("nothing was sent to it in vain")
                .isZero();

        WaybillNode end = overlay.end.node;
        PairingClient.pair(otherHome, "127.0.0.1", end.address().getPort(), end.newPairingToken());
        overlay.push(source, "/first", byCache, 0, TransferListener.NONE);
        TransferReport second = overlay.push(source, "/second", byCache, 0, TransferListener.NONE);
        assertThat(overlay.end.data.resolve("second")).satisfies(sameContentAs(source));
        assertThat(second.paths())
                .containsExactly(new PathShare(List.of(OverlayFixture.name(relay)), 1_000_000, 1_000_000));

        sendsOnATreeAsItIs(relay, cache, byCache);

        Grant noRelay = new Grant(EnumSet.of(Right.READ, Right.WRITE), List.of(), 0);
        PairingClient.pair(overlay.end.home, "127.0.0.1", relay.address().getPort(), relay.newPairingToken(noRelay));
        Events refused = new Events();
        overlay.push(source, "/third", byCache, 0, refused);
        assertThat(refused.codes)
                .anyMatch(event -> event.startsWith("CACHE_NOT_USED") && event.contains("does not include relaying"));
    }

    private void sendsOnATreeAsItIs(WaybillNode relay, Path cache, NetworkPaths byCache) throws Exception {
        Path file = overlay.end.file("run/file", 200_000, 11);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path inside = Files.createSymbolicLink(file.resolveSibling("inside"), Path.of("../../first"));
        Files.createSymbolicLink(file.resolveSibling("outside"), Path.of("../../../first"));
        TransferReport tree = overlay.push(file.getParent(), "/deep/", byCache, 0, TransferListener.NONE);
        Path copy = overlay.end.data.resolve("deep/run");
        assertThat(copy.resolve("file")).satisfies(sameContentAs(file));
        assertThat(copy.resolve("inside"))
                .satisfies(link -> assertThat(Files.readSymbolicLink(link)).isEqualTo(Files.readSymbolicLink(inside)));
        assertThat(tree.notTransferred()).extracting(NotTransferred::path).containsExactly("outside");
        assertThat(below(cache, "content"))
                .filteredOn(one -> one.getFileName().toString().endsWith("-666"))
                .singleElement()
                .satisfies(one -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                        .as("without the relay's umask")
                        .isEqualTo("rw-rw-rw-"));

        long forwarded = relay.relayMeter().forwardedBytes();
        Events events = new Events();
        EntryFilter some = EntryFilter.ALL.choosing(ChosenPaths.of(List.of("file", "inside/not")));
        TransferRequest request = new TransferRequest(
                        Location.local(file.getParent() + "/"),
                        overlay.end.remote("/chosen"),
                        byCache,
                        new DataOptions(0, 0, Verify.SHA256))
                .with(CopyRules.USUAL.with(some));
        assertThatThrownBy(() -> EngineFixture.untilDone(new EngineMover(overlay.end.home), request, events))
                .hasMessageContaining("inside/not");
        assertThat(overlay.end.data.resolve("chosen/file")).satisfies(sameContentAs(file));
        assertThat(events.codes).noneMatch(event -> event.startsWith("CACHE_NOT_USED"));
        assertThat(relay.relayMeter().forwardedBytes()).isEqualTo(forwarded);

        TransferRequest toTop = new TransferRequest(
                Location.local(file.getParent() + "/"),
                overlay.end.remote("/"),
                byCache,
                new DataOptions(0, 0, Verify.SHA256));
        assertThat(EngineFixture.untilDone(new EngineMover(overlay.end.home), toTop, events)
                        .notTransferred())
                .extracting(NotTransferred::path)
                .containsExactly("inside", "outside");
        assertThat(overlay.end.data.resolve("file")).satisfies(sameContentAs(file));
        overlay.push(file, "/deep/named", byCache, 0, TransferListener.NONE);
        assertThat(overlay.end.data.resolve("deep/named")).satisfies(sameContentAs(file));
    }

    private NetworkPaths through(WaybillNode relay) {
        return NetworkPaths.through(List.of(OverlayFixture.name(relay))).withCache();
    }

    private Path threeFiles() throws Exception {
        overlay.end.file("set/one", BYTES, 1);
        overlay.end.file("set/two", BYTES, 2);
        return overlay.end.file("set/three", BYTES, 3).getParent();
    }

    /** What clients have there. */
    private static List<Path> below(Path cache, String part) {
        // not a walk: the relay replaces its counts meanwhile
        return children(cache).stream()
                .flatMap(client -> children(client.resolve(part)).stream())
                .toList();
    }

    private static List<Path> children(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSetThatTheCacheCannotHoldIsForwardedAndLeavesNothingInIt() throws Exception {
        Path cache = directory.resolve("cache");
        WaybillNode relay = overlay.relay(overlay.end.home, new CacheSettings(cache, 2 * BYTES + 500_000));
        Path set = threeFiles();
        Events events = new Events();

        TransferReport report = overlay.push(set, "/copy/", through(relay), 0, events);

        assertThat(events.codes)
                .filteredOn(event -> event.startsWith("CACHE_NOT_USED"))
                .singleElement()
                .asString()
                .endsWith("is not used: the copy has at least 3000000 bytes, and the cache has room for 2500000");
        assertThat(report.notTransferred()).isEmpty();
        assertThat(report.via()).as("forwarded").containsExactly(OverlayFixture.name(relay));
        assertThat(overlay.end.data.resolve("copy/set/three")).satisfies(sameContentAs(set.resolve("three")));
        Waiting.until(() -> below(cache, "stages").isEmpty());
        assertThat(relay.cacheCounts().orElseThrow().stored())
                .as("nothing was sent in vain")
                .isZero();
    }

    /** What was put there is gone when the client says where it goes: nothing would arrive, and be called a copy. */
    @Test
    void whatTheRelayHasRemovedBeforeItIsSentOnIsPutThereAgain() throws Exception {
        CacheSettings settings = new CacheSettings(directory.resolve("cache"), 10 * BYTES);
        WaybillNode relay = overlay.relay(overlay.end.home, settings);
        Path set = threeFiles();
        Events events = new Events();
        AtomicBoolean restarted = new AtomicBoolean();

        TransferReport report = overlay.push(set, "/copy/", through(relay), 0, new ForwardingListener(events) {
            @Override
            public void onEvent(String code, String text) {
                super.onEvent(code, text);
                if (code.equals("CACHE") && !restarted.getAndSet(true)) {
                    overlay.restart(relay, settings);
                }
            }
        });

        assertThat(events.codes)
                .anyMatch(event -> event.startsWith("RETRY") && event.contains("the cache has removed it"));
        assertThat(report.files()).isEqualTo(3);
        assertThat(overlay.end.data.resolve("copy/set/three")).satisfies(sameContentAs(set.resolve("three")));
    }

    @Test
    void aDamagedEntryIsSentOnceMoreAndIsThereAgain() throws Exception {
        Path cache = directory.resolve("cache");
        WaybillNode relay = overlay.relay(overlay.end.home, new CacheSettings(cache, 3 * BYTES / 2));
        Path source = overlay.end.file("source", BYTES, 5);
        overlay.push(source, "/first", through(relay), 0, TransferListener.NONE);
        Path entry = below(cache, "content").getFirst();
        Files.write(entry, new byte[BYTES]);

        TransferReport damaged = overlay.push(source, "/second", through(relay), 0, TransferListener.NONE);
        TransferReport mended = overlay.push(source, "/third", through(relay), 0, TransferListener.NONE);

        assertThat(overlay.end.data.resolve("second")).satisfies(sameContentAs(source));
        assertThat(damaged.paths()).extracting(PathShare::cachedBytes).containsExactly(0L);
        assertThat(mended.paths()).extracting(PathShare::cachedBytes).containsExactly((long) BYTES);

        // and where the disk has changed nothing but the content
        FileTime time = Files.getLastModifiedTime(entry);
        Files.write(entry, new byte[BYTES]);
        Files.setLastModifiedTime(entry, time);
        Events events = new Events();
        overlay.push(source, "/fourth", through(relay), 0, events);
        assertThat(events.codes).as("there is room for it once").noneMatch(event -> event.startsWith("CACHE_NOT_USED"));
        assertThat(overlay.end.data.resolve("fourth")).satisfies(sameContentAs(source));
        assertThat(relay.cacheCounts().orElseThrow().dropped()).isEqualTo(2);
    }

    @Test
    void theOptionsThatSwitchItOffAreNamed() throws Exception {
        WaybillNode relay = overlay.relay(overlay.end.home, new CacheSettings(directory.resolve("cache"), 10 * BYTES));
        Path source = overlay.end.file("source", BYTES, 6);
        Events events = new Events();
        CopyRules rules = new CopyRules(
                CopyRules.Links.AUTO,
                EntryFilter.ALL,
                CopyRules.Overwrite.NEWER,
                "",
                EnumSet.of(CopyRules.Extra.XATTRS, CopyRules.Extra.HOLES));

        EngineFixture.untilDone(
                new EngineMover(overlay.end.home),
                new TransferRequest(
                                Location.local(source.toString()),
                                overlay.end.remote("/copy"),
                                through(relay),
                                new DataOptions(0, 0, Verify.SHA256))
                        .with(rules),
                events);

        assertThat(events.codes)
                .filteredOn(event -> event.startsWith("CACHE_NOT_USED"))
                .singleElement()
                .asString()
                .endsWith("it does not support --overwrite, --sparse, --xattrs");
    }
}
