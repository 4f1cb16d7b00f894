package org.waybill.client.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.activity.JournalEntry.State;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.remote.RecordProperties;
import org.waybill.platform.PrivateFiles;

class JournalTest {
    private static final Instant START = Instant.parse("2026-05-04T08:00:00Z");

    @TempDir
    Path temp;

    private JournalEntry entry(int minute) {
        return JournalEntry.started(
                new UUID(0, minute).toString(),
                "/data/run" + minute,
                "sftp://host.example/in/",
                "SFTP with sftp",
                "sftp",
                START.plusSeconds(60L * minute),
                30.0,
                null);
    }

    @Test
    void keepsMovesOverARestartNewestFirst() throws Exception {
        Journal journal = new Journal(temp.resolve("activity"));
        journal.put(entry(1));
        JournalEntry done = entry(2).at(State.RUNNING, 500, 1000)
                .ended(State.DONE, START.plusSeconds(150), 30.5, "ab12", "WINDOW", "the receiver's window");
        journal.put(done);
        journal.put(entry(3).at(State.PAUSED, 7, 1000));

        Journal afterwards = new Journal(temp.resolve("activity"));
        assertThat(afterwards.entries())
                .extracting(JournalEntry::source)
                .containsExactly("/data/run3", "/data/run2", "/data/run1");
        assertThat(afterwards.entries().get(1)).isEqualTo(done);
    }

    @Test
    void aMoveWhoseProcessIsGoneWasInterrupted() throws Exception {
        Journal journal = new Journal(temp);
        // no process has the largest id there is
        journal.put(orphan(Integer.MAX_VALUE, null));
        assertThat(journal.entries().getFirst().state()).isEqualTo(State.INTERRUPTED);
        assertThat(journal.entries().getFirst().message()).contains("what has arrived is kept");
    }

    @Test
    void aLaterProcessOfTheSameNumberDoesNotWorkOnAMove() throws Exception {
        Journal journal = new Journal(temp);
        ProcessHandle here = ProcessHandle.current();
        journal.put(orphan(here.pid(), here.info().startInstant().orElseThrow().minus(Duration.ofDays(1))));
        assertThat(journal.entries().getFirst().state()).isEqualTo(State.INTERRUPTED);
        journal.put(orphan(here.pid(), here.info().startInstant().orElseThrow()));
        assertThat(journal.entries().getFirst().state()).isEqualTo(State.RUNNING);
    }

    private JournalEntry orphan(long pid, @Nullable Instant processStartedAt) {
        JournalEntry lost = entry(1);
        return new JournalEntry(
                lost.id(),
                lost.source(),
                lost.destination(),
                lost.way(),
                lost.transport(),
                lost.startedAt(),
                null,
                State.RUNNING,
                5,
                10,
                pid,
                processStartedAt,
                null,
                null,
                null,
                null,
                "",
                "");
    }

    @Test
    void filesAreForTheirOwnerAndDamagedOnesAreLeftOut() throws Exception {
        Journal journal = new Journal(temp.resolve("activity"));
        journal.put(entry(1));
        Path file = Files.list(temp.resolve("activity")).findFirst().orElseThrow();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PrivateFiles.isOpenToOthers(file)).isFalse();
        Files.writeString(temp.resolve("activity/bad.move"), "state=NONSENSE");
        assertThat(journal.entries()).hasSize(1);
        journal.remove(entry(1).id());
        assertThat(journal.entries()).isEmpty();
        assertThatThrownBy(() -> journal.remove("../../etc/passwd")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsTheNewestOfThoseThatAreOver() throws Exception {
        Journal journal = new Journal(temp);
        JournalEntry over = entry(0).ended(State.DONE, START, 1.0, null, "", "");
        for (int i = 1; i <= Journal.MOST; i++) {
            Files.writeString(
                    temp.resolve(new UUID(0, i) + ".move"),
                    RecordProperties.write(entry(i).ended(State.DONE, START, 1.0, null, "", "")));
        }
        journal.put(over); // the oldest of all
        assertThat(journal.entries())
                .hasSize(Journal.MOST)
                .noneMatch(one -> one.id().equals(over.id()));
    }

    @Test
    void bookmarksStayInOrderAndOnce() throws Exception {
        Bookmarks bookmarks = new Bookmarks(temp.resolve("bookmarks"));
        assertThat(bookmarks.all()).isEmpty();
        bookmarks.add(EndpointParser.parse("sftp://host.example/b/"));
        bookmarks.add(EndpointParser.parse("/data/a"));
        bookmarks.add(EndpointParser.parse("sftp://host.example/b/"));
        assertThat(new Bookmarks(temp.resolve("bookmarks")).all()).containsExactly("sftp://host.example/b/", "/data/a");
        bookmarks.remove("/data/a");
        assertThat(bookmarks.all()).containsExactly("sftp://host.example/b/");
    }
}
