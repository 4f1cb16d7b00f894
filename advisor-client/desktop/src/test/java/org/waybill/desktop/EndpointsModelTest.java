package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.activity.Selection;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.desktop.endpoint.FilterViewModel;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** What the first screen holds, over the real advisor, without a toolkit. */
class EndpointsModelTest extends ModelCase {
    @Test
    void whereCountsTheSourceAndSaysWhatIsWrong() throws Exception {
        models.run(() -> wizard().endpoints.source.text.set("gopher://x/y"));
        assertThat(models.on(() -> wizard().endpoints.source.error().get())).contains("gopher");
        models.run(() -> wizard().endpoints.source.text.set(SampleAssistant.SOURCE));
        models.await("the size", () -> wizard().endpoints.source.size().get().equals("412 GB in 1284 files"));
        assertThat(models.on(() -> wizard().endpoints.isComplete().get())).isFalse();
        models.run(() -> wizard().endpoints.destination.text.set("/tmp"));
        assertThat(models.on(() -> wizard().endpoints.isComplete().get())).isTrue();
    }

    @Test
    void whereTurnsConstraintsIntoARequest() throws Exception {
        models.run(() -> {
            wizard().endpoints.source.text.set("/a");
            wizard().endpoints.destination.text.set("host.example:/b");
            wizard().endpoints.secure.set(true);
            wizard().endpoints.prefer.addAll(Protocol.SFTP, Protocol.GSIFTP);
            wizard().endpoints.deadlineDate.set(LocalDate.of(2026, 3, 12));
            wizard().endpoints.deadlineTime.set("18:30");
        });
        assertThat(models.on(() -> wizard().endpoints.request())).satisfies(request -> {
            assertThat(request.secure()).isTrue();
            assertThat(request.prefer()).containsExactly(Protocol.SFTP, Protocol.GSIFTP);
            assertThat(request.deadline()).hasToString("2026-03-12T18:30:00Z");
        });
        models.run(() -> wizard().endpoints.deadlineTime.set("09:00")); // half an hour ago
        assertThat(models.on(() -> wizard().endpoints.deadlineError().get())).contains("passed");
        models.run(() -> wizard().endpoints.deadlineTime.set("soon"));
        assertThat(models.on(() -> wizard().endpoints.deadlineError().get())).contains("18:30");
        assertThat(models.on(() -> wizard().endpoints.isComplete().get())).isFalse();
    }

    @Test
    void aDirectoryThatIsPickedIsTheSourceItselfAndAsADestinationOneToPutItInto() throws Exception {
        models.run(() -> {
            Endpoint picked = new Endpoint(Location.local("/data/run7/"), true);
            wizard().endpoints.choose(wizard().endpoints.source, picked);
            wizard().endpoints.choose(wizard().endpoints.destination, picked);
        });
        assertThat(models.on(() -> wizard().endpoints.source.text.get())).isEqualTo("/data/run7");
        assertThat(models.on(() -> wizard().endpoints.destination.text.get())).isEqualTo("/data/run7/");
    }

    @Test
    void whereKeepsBookmarksAndFindsData() throws Exception {
        models.run(() -> {
            wizard().endpoints.source.text.set("/data/a");
            wizard().endpoints.toggleBookmark(wizard().endpoints.source);
        });
        models.await("the bookmark", () -> wizard().endpoints.bookmarks.equals(List.of("/data/a")));
        models.run(() -> wizard().endpoints.toggleBookmark(wizard().endpoints.source));
        models.await("no bookmark", () -> wizard().endpoints.bookmarks.isEmpty());
        models.run(() -> {
            wizard().search.query.set("tas");
            wizard().search.search();
        });
        models.await("replicas", () -> wizard().search.replicas.size() == 2);
        models.run(() -> {
            wizard().search.query.set("nothing");
            wizard().search.search();
        });
        models.await("an explanation", () -> wizard().search.message().get().contains("nothing"));
    }

    @Test
    void filtersAreThoseOfTheCommandAndAreKeptWithTheTransfer() throws Exception {
        FilterViewModel filters = wizard().endpoints.filters;
        models.run(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.destination.text.set(SampleAssistant.DESTINATION);
            filters.include.set("*.h5\n\n");
            filters.exclude.set("/scratch/");
            filters.minSize.set("10K");
            filters.maxAge.set("2d");
        });
        AdviceRequest request = models.on(() -> wizard().endpoints.request());
        assertThat(request.filter().rules()).extracting(Object::toString).containsExactly("+ *.h5", "- /scratch/");
        assertThat(request.filter().leastBytes()).isEqualTo(10_240);
        assertThat(request.filter().notBefore()).isEqualTo(SampleAssistant.NOW.minus(Duration.ofDays(2)));
        assertThat(models.on(() -> filters.summary().get())).isEqualTo("2 patterns, at least 10K, changed after 2d");
        String kept = Selection.text(request);
        assertThat(Selection.shown(kept)).isEqualTo("/data/run-2417/ (filtered)");

        models.run(() -> filters.minSize.set("ten"));
        assertThat(models.on(() -> filters.error().get())).contains("minimum size", "'ten'");
        assertThat(models.on(() -> wizard().endpoints.isComplete().get())).isFalse();
        models.run(() -> {
            filters.minSize.set("");
            filters.exclude.set("a\n" + "x".repeat(5_000));
        });
        assertThat(models.on(() -> filters.error().get())).contains("exclude", "5000 characters");
        models.run(() -> wizard().endpoints.use(new EndpointsViewModel.Pair("/elsewhere", "/b")));
        assertThat(models.on(() -> wizard().endpoints.request()).filter().isAll())
                .isTrue();
        models.run(() -> wizard().endpoints.use(new EndpointsViewModel.Pair(kept, SampleAssistant.DESTINATION)));
        assertThat(models.on(() -> wizard().endpoints.request()).filter()).isEqualTo(request.filter());
        assertThat(models.on(() -> wizard().endpoints.use(new EndpointsViewModel.Pair("/a\0\0later word", "/b"))))
                .as("a filter that this version does not know")
                .isFalse();
    }

    @Test
    void someEntriesOfADirectoryAreASourceOfTheirOwnAlsoWhenRepeated() throws Exception {
        models.run(() -> wizard().endpoints
                .drop(wizard().endpoints.source, List.of(new File("/data/a.h5"), new File("/data/b\u202e, c.h5"))));
        models.await("their size", () -> wizard().endpoints.source.size().get().contains("412 GB"));
        assertThat(models.on(() -> wizard().endpoints.source.size().get())).startsWith("a.h5, b\\u202e, c.h5: ");
        models.run(() -> wizard().endpoints.destination.text.set(SampleAssistant.DESTINATION));
        AdviceRequest request = models.on(() -> wizard().endpoints.request());
        assertThat(request.source().format()).isEqualTo("/data/");
        assertThat(request.filter().acceptsFile("a.h5", 1, null)).isTrue();
        assertThat(request.filter().acceptsFile("b\u202e, c.h5", 1, null)).isTrue();
        assertThat(request.filter().acceptsFile("z.h5", 1, null)).isFalse();
        JournalEntry kept = JournalEntry.started(
                new UUID(1, 2).toString(),
                Selection.text(request),
                SampleAssistant.DESTINATION,
                "SFTP",
                "sftp",
                SampleAssistant.NOW.plusSeconds(90),
                null,
                null);
        models.assistant()
                .journal()
                .put(kept.ended(JournalEntry.State.FAILED, SampleAssistant.NOW, null, null, "", ""));
        models.run(() -> {
            wizard().endpoints.source.text.set("/elsewhere");
            models.shell().page.set(Page.ACTIVITY);
        });
        ActivityViewModel activity = models.shell().activity;
        models.await("the entry", () -> !activity.shown().isEmpty());
        assertThat(models.on(() -> activity.shown().getFirst().source())).isEqualTo("/data/ (2 entries)");
        models.run(() -> activity.repeat(activity.shown().getFirst()));
        assertThat(models.on(
                        () -> wizard().endpoints.request().filter().chosen().paths()))
                .containsExactly("a.h5", "b\u202e, c.h5");
        models.run(() ->
                wizard().endpoints.drop(wizard().endpoints.source, List.of(new File("/data/a"), new File("/other/b"))));
        assertThat(models.on(() -> wizard().endpoints.problem().get())).contains("one directory");
    }
}
