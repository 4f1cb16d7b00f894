package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.storage.TemporaryNames;

/** Read-only directories of a copy's destination; root is refused nothing, so here tests refuse. */
class OpenedDirectoriesTest {
    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();
    private RemoteTargets home;
    private Store local;
    private Path root;
    private Path one;
    private Path other;

    @BeforeEach
    void make() throws Exception {
        home = new RemoteTargets(TemporaryNames.ofThisProcess(), directory.resolve("home/locks"));
        local = LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
        root = directory.resolve("root");
        one = Files.createDirectories(root.resolve("one and\nmore"));
        other = Files.createDirectories(root.resolve("other"));
        for (Path each : List.of(one, other)) {
            Files.setAttribute(each, "unix:mode", 0555);
        }
    }

    private OpenedDirectories below() {
        return OpenedDirectories.below(local, root.toString(), home, (code, _) -> told.add(code));
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode") & 0777;
    }

    private static FileItem file(Path target) {
        Entry source = new Entry("/source", Entry.Kind.FILE, 1, Instant.EPOCH, 0644, null, true);
        return new FileItem("source", source, target.toString(), FileItem.Earlier.NONE);
    }

    private void write(OpenedDirectories opened, Path file) throws Exception {
        opened.writing(local, file.getParent().toString(), () -> {
            try {
                if (mode(file.getParent()) == 0555) {
                    throw new TransferException(Reason.PERMISSION, "denied");
                }
                return Files.createFile(file);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private List<Path> notes() throws IOException {
        Path locks = directory.resolve("home/locks");
        if (Files.notExists(locks)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(locks)) {
            return all.toList();
        }
    }

    /** Notes as those of a process that is gone, which holds none locked. */
    private void kill() throws IOException {
        for (Path note : notes()) {
            Files.copy(
                    note, note.resolveSibling(String.valueOf(note.getFileName()).replace(".opened", "-0.opened")));
            Files.delete(note);
        }
    }

    private long held(Path path) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(one -> leadsTo(one, path)).count();
        }
    }

    private static boolean leadsTo(Path descriptor, Path path) {
        try {
            return Files.readSymbolicLink(descriptor).equals(path);
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }

    @Test
    void oneIsOpenFromTheFirstRefusalUntilItsLastEntryIsDone() throws Exception {
        OpenedDirectories opened = below();
        opened.expect(local, Stream.of(file(one.resolve("a")), file(one.resolve("b")), file(other.resolve("c"))));
        assertThat(mode(one)).isEqualTo(0555);
        write(opened, one.resolve("a"));
        opened.done(local, file(one.resolve("a")));
        assertThat(mode(one)).isEqualTo(0755);
        assertThat(notes()).hasSize(1);
        write(opened, one.resolve("b"));
        opened.done(local, file(one.resolve("b")));

        assertThat(List.of(mode(one), mode(other))).containsOnly(0555);
        assertThat(held(one)).as("open descriptors").isZero();
        assertThat(notes()).isEmpty();
        opened.closeThoseLeft(local);
        assertThat(told).isEmpty();
    }

    @Test
    void whatAKilledRunHasLeftOpenIsClosedByTheNextOne() throws Exception {
        OpenedDirectories killed = below();
        write(killed, one.resolve("a"));
        write(killed, other.resolve("b"));
        assertThat(List.of(mode(one), mode(other))).containsOnly(0755);
        kill();
        Files.delete(other.resolve("b"));
        Files.delete(other);

        OpenedDirectories next = below();
        assertThat(next.isEmpty()).isFalse();
        write(next, one.resolve("b"));
        next.closeThoseLeft(local);

        assertThat(mode(one)).isEqualTo(0555);
        assertThat(below().isEmpty()).isTrue();
        assertThat(notes()).isEmpty();
    }

    /** As where its destination cannot be reached any more. */
    @Test
    void whatARunHasTakenOverAndDoesNotCloseIsTheNextOnes() throws Exception {
        write(below(), one.resolve("a"));
        kill();
        OpenedDirectories next = below();
        assertThat(next.isEmpty()).isFalse();
        assertThat(below().isEmpty()).as("held").isTrue();
        next.leave();

        below().closeThoseLeft(local);
        assertThat(mode(one)).isEqualTo(0555);
        assertThat(notes()).isEmpty();
    }

    @Test
    void whatIsOpenForARunThatStillWritesIsNoOthersToCloseOrToForget() throws Exception {
        OpenedDirectories writing = below();
        write(writing, one.resolve("a"));
        OpenedDirectories second = below();
        assertThat(second.isEmpty()).isTrue();
        write(second, other.resolve("b"));
        assertThat(notes()).hasSize(2);
        second.closeThoseLeft(local);
        assertThat(List.of(mode(one), mode(other))).containsExactly(0755, 0555);
        assertThat(notes()).hasSize(1);
        kill();

        below().closeThoseLeft(local);
        assertThat(mode(one)).isEqualTo(0555);
        assertThat(notes()).isEmpty();
    }

    @Test
    void whatIsRefusedForAnotherReasonOrOutsideStaysAsItIsAndIsNotNoted() throws Exception {
        OpenedDirectories opened = below();
        Files.setAttribute(one, "unix:mode", 0755);
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.setAttribute(outside, "unix:mode", 0555);
        Files.createSymbolicLink(root.resolve("link"), outside);
        for (Path refused : List.of(one, outside, root.resolve("link"), root.resolve("none"))) {
            assertThatThrownBy(() -> opened.writing(local, refused.toString(), () -> {
                        throw new TransferException(Reason.PERMISSION, "denied");
                    }))
                    .hasMessage("denied");
        }
        assertThat(mode(one)).isEqualTo(0755);
        assertThat(mode(outside)).isEqualTo(0555);
        opened.closeThoseLeft(local);
        assertThat(notes()).isEmpty();
        assertThat(mode(one)).isEqualTo(0755);
    }

    @Test
    void oneThatCannotBeClosedIsNamedAndTriedByTheNextRun() throws Exception {
        OpenedDirectories opened = below();
        write(opened, one.resolve("a"));
        write(opened, other.resolve("b"));
        Path notes = notes().getFirst();
        String noted = Files.readString(notes);
        Path aside = Files.move(root, directory.resolve("aside"));
        Files.createDirectory(root); // by another process; the very same directories are closed
        opened.closeThoseLeft(local);
        assertThat(told).isEmpty();
        assertThat(mode(aside.resolve("other"))).isEqualTo(0555);

        Files.writeString(notes, noted);
        Files.delete(root);
        OpenedDirectories next = below();
        next.closeThoseLeft(local);
        assertThat(told).containsExactly("NOT_CLOSED", "NOT_CLOSED");
        assertThat(notes()).hasSize(1);
    }
}
