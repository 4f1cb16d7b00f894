package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.livediscovery.ProbeTask;
import org.waybill.client.livediscovery.ProbeTaskUpdate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.activity.Selection;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.discovery.ProbeRow;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.desktop.endpoint.FilterViewModel;
import org.waybill.desktop.map.MapViewModel;
import org.waybill.desktop.workflow.Comparison;
import org.waybill.desktop.workflow.OptionGroup;
import org.waybill.desktop.workflow.OptionsViewModel;
import org.waybill.desktop.workflow.WhatIfViewModel;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** Every screen's view model over the real advisor, without a toolkit. */
@Timeout(60)
class ViewModelsTest {
    @TempDir
    Path temp;

    private Models models;

    @BeforeEach
    void start() throws Exception {
        models = new Models(temp);
    }

    @AfterEach
    void stop() throws Exception {
        models.close();
    }

    private WizardViewModel wizard() {
        return models.wizard();
    }

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
    void lookingFillsARowForEachProbeAndCanSkipOne() throws Exception {
        models.run(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.destination.text.set(SampleAssistant.DESTINATION);
            wizard().advise();
        });
        models.await(
                "all but the path",
                () -> wizard().looking.rows.size() >= 8
                        && wizard().looking.rows.stream()
                                        .filter(row -> row.state().get() == ProbeTaskUpdate.State.RUNNING)
                                        .count()
                                == 1);
        ProbeRow path = models.on(() -> wizard().looking.rows.stream()
                .filter(row -> row.look.kind() == ProbeTask.Kind.PATH)
                .findFirst()
                .orElseThrow());
        assertThat(models.on(() -> wizard().looking.destination.lines.toString()))
                .contains("waybill 7411");
        assertThat(models.on(path::spoken)).contains("under way");
        models.run(() -> wizard().looking.skip(path));
        models.await("the ways without the path", () -> wizard().stage.get() == WizardStep.OPTIONS);
        assertThat(models.on(() -> path.state().get())).isEqualTo(ProbeTaskUpdate.State.SKIPPED);

        models.assistant().seePath();
        models.run(() -> wizard().repeat(path));
        models.await(
                "the path",
                () -> wizard().looking.path().get() != null && wizard().stage.get() == WizardStep.OPTIONS);
        assertThat(models.on(() -> wizard().looking.path().get().hops())).hasSize(10);
    }

    @Test
    void waysKnowTheirRecordAndCanBeCompared() throws Exception {
        models.advise();
        List<Workflow> options = models.on(() -> List.copyOf(wizard().options.options));
        Workflow engine = options.stream()
                .filter(option -> option.transport().equals("tcp"))
                .findFirst()
                .orElseThrow();
        assertThat(models.on(() -> wizard().options.record(engine))).contains("past transfers", "1 failed");
        assertThat(models.on(() -> wizard().options.suggestions)).isNotEmpty();
        models.await("circuits", () -> wizard().options.circuits.size() == 2);
        Workflow sftp = options.stream()
                .filter(option -> option.transport().equals("sftp"))
                .findFirst()
                .orElseThrow();
        models.run(() -> {
            wizard().options.toggleCompared(engine);
            wizard().options.toggleCompared(sftp);
        });
        assertThat(models.on(() -> List.copyOf(wizard().options.comparison)))
                .filteredOn(row -> row.what().equals("P50 time"))
                .extracting(Comparison.Row::better)
                .containsExactly(-1);
        models.run(() -> wizard().options.toggleCompared(sftp));
        assertThat(models.on(() -> wizard().options.comparison.isEmpty())).isTrue();
    }

    @Test
    void theToolsOfOneProtocolAreOneCard() throws Exception {
        models.advise();
        OptionsViewModel options = wizard().options;
        List<OptionGroup> cards = models.on(() -> List.copyOf(options.groups));
        assertThat(cards.stream().flatMap(one -> one.options().stream()))
                .containsExactlyInAnyOrderElementsOf(models.on(() -> List.copyOf(options.options)));
        OptionGroup ssh = cards.stream()
                .filter(one -> one.options().stream()
                        .anyMatch(option -> option.transport().equals("sftp")))
                .findFirst()
                .orElseThrow();
        assertThat(ssh.options())
                .extracting(Workflow::tool)
                .containsExactlyInAnyOrder("sftp", "scp", "rsync", "rclone");
        assertThat(cards).filteredOn(one -> one.options().size() > 1).contains(ssh);
        assertThat(models.on(() -> options.chosen.get()).movable()).isTrue();
        models.run(() -> {
            options.chosen.set(ssh.options().getFirst());
            options.otherTool(1);
        });
        assertThat(models.on(() -> options.chosen.get()))
                .isEqualTo(ssh.options().get(1));
        models.run(() -> options.chosen.set(cards.getLast().options().getFirst()));
        assertThat(models.on(() -> options.shown(ssh))).isEqualTo(ssh.options().get(1));
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
    void whatIfPredictsWithoutAskingTheNetworkAgain() throws Exception {
        models.advise();
        int rows = models.on(() -> wizard().looking.rows.size());
        models.run(() -> {
            wizard().options.whatIf.streams.set(8);
            wizard().options.whatIf.predict();
        });
        models.await("the prediction", () -> !wizard().options.whatIf.changes.isEmpty());
        WhatIfViewModel.Change engine = models.on(() -> wizard().options.whatIf.changes.stream()
                .filter(change -> change.title().contains("engine"))
                .findFirst()
                .orElseThrow());
        assertThat(engine.gain()).as(engine.toString()).isEqualTo(1);
        assertThat(models.on(() -> wizard().looking.rows.size())).isEqualTo(rows);
        models.run(() -> {
            wizard().options.whatIf.sizeTimes.set("many");
            wizard().options.whatIf.predict();
        });
        assertThat(models.on(() -> wizard().options.whatIf.message().get())).contains("for example 10");
        models.run(() -> wizard().takeOverWhatIf());
        assertThat(models.on(() -> wizard().options.whatIf.streams.get())).isEqualTo(8);
    }

    @Test
    void whatIfKnowsRoutesHoursAndCircuits() throws Exception {
        models.advise();
        WhatIfViewModel whatIf = models.wizard().options.whatIf;
        assertThat(models.on(() ->
                        whatIf.routes.stream().map(WhatIfViewModel.Route::title).toList()))
                .startsWith("any route", "direct only")
                .contains("via relay.mid.example.net");
        models.run(() -> {
            whatIf.route.set(whatIf.routes.stream()
                    .filter(one -> one.title().endsWith("relay.mid.example.net"))
                    .findFirst()
                    .orElseThrow());
            whatIf.predict();
        });
        models.await("the way over the relay", () -> !whatIf.changes.isEmpty());
        assertThat(models.on(() -> List.copyOf(whatIf.changes)))
                .allSatisfy(change -> assertThat(change.title()).contains("via relay.mid.example.net"));
        assertThat(models.on(() -> whatIf.changes.getFirst().change())).isEqualTo("now forecastable");
        assertThat(models.on(() -> whatIf.remark().get())).contains("two legs");
        models.run(() -> {
            whatIf.route.set(whatIf.routes.getFirst());
            whatIf.start.set("25:00");
            whatIf.predict();
        });
        assertThat(models.on(() -> whatIf.message().get())).contains("for example 22:00");
        models.run(() -> {
            whatIf.start.set("9:00");
            whatIf.circuit.set(true);
            whatIf.predict();
        });
        models.await(
                "circuits",
                () -> whatIf.changes.size() > 4
                        && whatIf.changes.getFirst().title().equals("Circuit, earliest finish"));
        assertThat(models.on(() -> whatIf.changes.getFirst().then())).contains("09:10 to");
        assertThat(models.on(() -> whatIf.remark().get())).contains("09:00");
    }

    @Test
    void aWayIsSavedAsAScriptItsOwnerMayRun() throws Exception {
        models.advise();
        Path script = temp.resolve("move.sh");
        models.run(() -> {
            wizard().options
                    .chosen
                    .set(wizard().options.options.stream()
                            .filter(option -> option.transport().equals("sftp"))
                            .findFirst()
                            .orElseThrow());
            wizard().options.saveScript(script);
        });
        models.await("the script", () -> wizard().options.message().get().contains("Saved"));
        assertThat(script).content().startsWith("#!/bin/sh").contains(SampleAssistant.ARCHIVE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                .isEqualTo("rwx------");
        assertThat(OptionsViewModel.commands(
                        models.on(() -> wizard().options.chosen.get())))
                .isNotEmpty();
    }

    @Test
    void movingPausesGoesOnTakesALimitAndEndsWithAReceipt() throws Exception {
        models.advise();
        models.run(() -> wizard().move());
        TransferViewModel moving = wizard().moving();
        models.await("some progress", () -> moving.fraction.get() > 0.1);
        models.run(() -> wizard().mover().pause());
        assertThat(models.on(() -> moving.state().get())).isEqualTo(TransferViewModel.State.PAUSED);
        models.await(
                "the journal's pause",
                () -> models.assistant().journal().entries().getFirst().state() == JournalEntry.State.PAUSED);
        double stood = models.on(() -> moving.fraction.get());
        Thread.sleep(200);
        assertThat(models.on(() -> moving.fraction.get()))
                .as("nothing moves while paused")
                .isEqualTo(stood);
        models.run(() -> moving.limit.set("fast"));
        assertThat(models.on(() -> wizard().mover().applyLimit())).isFalse();
        models.run(() -> {
            moving.limit.set("500");
            wizard().mover().resume();
        });
        models.pass(640);
        models.assistant().finish();
        models.await("the end", () -> moving.state().get() == TransferViewModel.State.DONE);
        assertThat(models.on(() -> moving.headline.get())).isEqualTo("Copied and verified");
        assertThat(models.on(() -> moving.cause.get())).contains("window");
        Path receipt = temp.resolve("receipt.txt");
        models.run(() -> moving.saveReport(receipt));
        models.await("the receipt", () -> moving.message.get().contains("Saved"));
        assertThat(receipt).content().contains("SHA-256", "9f86d081", SampleAssistant.DESTINATION, "Forecast");
        models.await(
                "the journal's end",
                () -> models.assistant().journal().entries().getFirst().state() == JournalEntry.State.DONE);
    }

    @Test
    void whatStoppedOrFailedResumesWhereItIsShown() throws Exception {
        models.advise();
        models.run(() -> wizard().move());
        TransferViewModel moving = wizard().moving();
        models.await("some progress", () -> moving.fraction.get() > 0.05);
        models.run(() -> wizard().mover().stop());
        assertThat(models.on(() -> moving.details.get())).contains("of 412 GB", "kept");
        assertThat(models.on(() -> moving.picture.get().end()))
                .as("no end is expected")
                .isNull();
        models.await("the journal", () -> state() == JournalEntry.State.STOPPED);
        models.run(() -> wizard().mover().resume());
        models.await("the journal", () -> state() == JournalEntry.State.RUNNING);
        models.await("the middle", () -> moving.fraction.get() >= 0.62);
        models.assistant().fail();
        models.await("the failure", () -> moving.state().get() == TransferViewModel.State.FAILED);
        assertThat(models.on(() -> moving.details.get())).contains("is full", "Try again");
        models.await("the journal", () -> state() == JournalEntry.State.FAILED);
        models.assistant().finish();
        models.run(() -> wizard().mover().resume());
        models.await("the end", () -> moving.state().get() == TransferViewModel.State.DONE);
        models.await("the journal", () -> state() == JournalEntry.State.DONE);
        assertThat(models.assistant().journal().entries()).hasSize(1);
    }

    private JournalEntry.State state() throws Exception {
        return models.assistant().journal().entries().getFirst().state();
    }

    @Test
    void allThatACrashInterruptedIsOfferedUntilItIsCopied() throws Exception {
        keep("/a", JournalEntry.State.INTERRUPTED, 10);
        keep("/b", JournalEntry.State.INTERRUPTED, 20);
        keep("/c", JournalEntry.State.INTERRUPTED, 30);
        keep("/stopped", JournalEntry.State.STOPPED, 35);
        keep("/b", JournalEntry.State.DONE, 40);
        models.run(() -> wizard().endpoints.load());
        models.await("the newest", () -> wizard().endpoints.unfinished().get() != null);
        assertThat(models.on(() -> wizard().endpoints.unfinished().get()).source())
                .isEqualTo("/c");
        assertThat(models.on(() -> wizard().endpoints.moreUnfinished().get())).isEqualTo(1);
        models.run(() -> wizard().endpoints.dismissUnfinished());
        models.await("nothing offered", () -> wizard().endpoints.unfinished().get() == null);
    }

    private void keep(String source, JournalEntry.State state, long second) throws Exception {
        JournalEntry begun = JournalEntry.started(
                UUID.randomUUID().toString(),
                source,
                SampleAssistant.DESTINATION,
                "SFTP",
                "sftp",
                SampleAssistant.NOW.plusSeconds(second),
                null,
                null);
        models.assistant()
                .journal()
                .put(begun.ended(state, SampleAssistant.NOW.plusSeconds(second + 1), null, null, "", ""));
    }

    @Test
    void severalTransfersRunAtOnceFurtherOnesWaitAndNoneStartsTwice() throws Exception {
        models.advise();
        for (int i = 0; i <= 3; i++) {
            String destination = SampleAssistant.DESTINATION + i + "/";
            models.run(() -> {
                wizard().endpoints.destination.text.set(destination);
                wizard().advise();
            });
            models.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
            models.run(() -> wizard().move());
        }
        assertThat(models.on(() -> wizard().transfers.underWay.size())).isEqualTo(4);
        assertThat(models.on(() -> wizard().moving().state().get())).isEqualTo(TransferViewModel.State.WAITING);
        assertThat(models.on(() -> wizard().transfers.title().get())).isEqualTo("4 transfers - Waybill");
        models.run(() -> {
            wizard().go(WizardStep.OPTIONS);
            wizard().move();
        });
        assertThat(models.on(() -> wizard().transfers.underWay.size())).isEqualTo(4);
        assertThat(models.on(() -> wizard().moving().message.get())).contains("already under way");
        TransferViewModel first =
                models.on(() -> wizard().transfers.underWay.getFirst().model());
        models.await("progress of the first", () -> first.fraction.get() > 0.1);
        List<String> ended = new ArrayList<>();
        models.run(() -> {
            wizard().transfers.onEnd(one -> ended.add(one.model().destination()));
            wizard().transfers.underWay.getFirst().runner().stop();
        });
        models.await("the turn of the last", () -> wizard().moving().state().get() == TransferViewModel.State.RUNNING);
        models.assistant().finish();
        models.await("the end of all", () -> wizard().transfers.underWay.isEmpty());
        assertThat(ended).as("one was stopped by the user").hasSize(3);
        models.await(
                "the journal",
                () -> models.assistant().journal().entries().stream()
                                .filter(one -> one.state() == JournalEntry.State.DONE)
                                .count()
                        == 3);
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

    @Test
    void theMapShowsTheRouteAndWhereEachPlaceIsFrom() throws Exception {
        models.advise();
        MapViewModel map = wizard().map;
        assertThat(models.on(() -> List.copyOf(map.stops)))
                .hasSizeGreaterThan(9)
                .anyMatch(stop ->
                        stop.place().startsWith("Denver") && stop.basisText().equals("operator's table"))
                .anyMatch(stop -> !stop.isPlaced());
        double before = models.on(() -> map.view.get().pixelsPerDegree());
        models.run(() -> map.zoom(2, 100, 100));
        assertThat(models.on(() -> map.view.get().pixelsPerDegree())).isGreaterThan(before);
        models.run(map::fit);
        assertThat(models.on(() -> map.view.get().pixelsPerDegree())).isEqualTo(before);
    }

    @Test
    void activityListsSearchesExplainsAndRepeats() throws Exception {
        JournalEntry lost = JournalEntry.started(
                new UUID(1, 1).toString(),
                "/data/a",
                "sftp://host.example/b/",
                "SFTP with sftp",
                "sftp",
                SampleAssistant.NOW.plusSeconds(60),
                null,
                null);
        models.assistant()
                .journal()
                .put(lost.ended(
                        JournalEntry.State.FAILED,
                        SampleAssistant.NOW.plusSeconds(70),
                        null,
                        null,
                        "DISK_FULL",
                        "the far end's disk is full"));
        ActivityViewModel activity = models.shell().activity;
        models.run(() -> models.shell().page.set(Page.ACTIVITY));
        models.await("journal and history", () -> activity.shown().size() == 15);
        assertThat(models.on(() -> activity.shown().getFirst().state())).isEqualTo(JournalEntry.State.FAILED);
        models.run(() -> activity.search.set("host.example DISK"));
        assertThat(models.on(() -> activity.shown().size())).isEqualTo(1);
        models.run(() -> activity.chosen.set(activity.shown().getFirst()));
        assertThat(models.on(() -> activity.explanation().get()))
                .contains("disk is full", "no space left")
                .doesNotContain("DISK_FULL", "exit 7");
        models.run(() -> activity.repeat(activity.shown().getFirst()));
        assertThat(models.on(() -> models.shell().page.get())).isEqualTo(Page.MOVE);
        assertThat(models.on(() -> wizard().endpoints.source.text.get())).isEqualTo("/data/a");
    }

    @Test
    void theStartsOptionsAndTheDisplayAreChecked() throws Exception {
        assertThat(Options.parse("--theme", "dark", "/a", "/b")).isEqualTo(new Options("/a", "/b", Theme.DARK, null));
        assertThat(Options.parse("--service=https://advisor.example.org", "/a"))
                .isEqualTo(new Options("/a", "", null, URI.create("https://advisor.example.org")));
        assertThatThrownBy(() -> Options.parse("--service", "not a url")).hasMessageContaining("https://HOST");
        assertThatThrownBy(() -> CoreAdvisorFacade.of(
                        Map.of("WAYBILL_HOME", temp.toString()), URI.create("http://advisor.example.org")))
                .hasMessageContaining("sent unencrypted");
        assertThatThrownBy(() -> CoreAdvisorFacade.of(
                        Map.of("WAYBILL_HOME", temp.toString()), URI.create("https://advisor.example.org")))
                .hasMessageContaining("WAYBILL_SERVICE_TOKEN");
        assertThatThrownBy(() -> Options.parse("--theme=pink")).hasMessageContaining("light or dark");
        assertThatThrownBy(() -> Options.parse("--what")).hasMessageContaining("--what");
        assertThatThrownBy(() -> Options.parse("a", "b", "c")).hasMessageContaining("'c'");
        assertThat(Display.missing(Map.of(), "Linux", ""))
                .hasValueSatisfying(why ->
                        assertThat(why.lines()).hasSize(1).first().asString().contains("DISPLAY"));
        assertThat(Display.missing(Map.of(), "Linux", "Headless")).isEmpty();
        assertThat(Display.missing(Map.of("WAYLAND_DISPLAY", "wayland-0"), "Linux", ""))
                .isEmpty();
        assertThat(Display.missing(Map.of(), "Mac OS X", "")).isEmpty();
    }
}
