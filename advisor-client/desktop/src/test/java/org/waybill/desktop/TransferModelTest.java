package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.task.Task;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.activity.TaskItem;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.platform.PrivateFiles;
import tools.jackson.databind.json.JsonMapper;

/** Transfers that are shown, over the real advisor, without a toolkit. */
class TransferModelTest extends ModelCase {
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

    /** Null before anything is in the journal. */
    private JournalEntry.@Nullable State state() throws Exception {
        return models.assistant().journal().entries().stream()
                .findFirst()
                .map(JournalEntry::state)
                .orElse(null);
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
        keep(source, "sftp", state, second);
    }

    private String keep(String source, String transport, JournalEntry.State state, long second) throws Exception {
        String id = UUID.randomUUID().toString();
        Instant at = SampleAssistant.NOW.plusSeconds(second);
        models.assistant()
                .journal()
                .put(begun(id, source, SampleAssistant.DESTINATION, transport, at)
                        .ended(state, at.plusSeconds(1), null, null, "", ""));
        return id;
    }

    private static JournalEntry begun(String id, String source, String destination, String transport, Instant at) {
        return JournalEntry.started(id, source, destination, transport, transport, at, null, null);
    }

    @Test
    void severalTransfersRunAtOnceFurtherOnesWaitAndNoneStartsTwice() throws Exception {
        models.advise();
        for (int i = 0; i <= 3; i++) {
            moveTo(SampleAssistant.DESTINATION + i + "/");
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
        models.await("the journal", () -> states(JournalEntry.State.DONE) == 3);
    }

    @Test
    void whatOnlyTheWindowKnowsKeepsTransfersInIt() throws Exception {
        SampleAssistant assistant = models.assistant();
        System.setProperty("waybill.launcher", temp.resolve("waybill-script").toString());
        try {
            assertThat(obstacle()).isEmpty();
            Path config = temp.resolve("waybill/config");
            PrivateFiles.replace(config, "[defaults]\nrate = 1G\nlinks = skip\n");
            assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("'links'"));
            Files.delete(config);
            assistant.questions().askBy(question -> question.answer().complete(Optional.of("x".toCharArray())));
            assistant.questions().ask("Password of user@archive", true, false);
            assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).startsWith("A password"));
            assistant.questions().forget();
            assertThat(obstacle()).isEmpty();
            assistant.keychain().unlock("long enough".toCharArray());
            assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("passphrase"));
        } finally {
            System.clearProperty("waybill.launcher");
        }
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("script 'waybill'"));
    }

    private Optional<String> obstacle() throws Exception {
        List<Optional<String>> heard = new CopyOnWriteArrayList<>();
        models.run(() -> wizard().transfers.obstacle(heard::add));
        models.await("the answer", () -> !heard.isEmpty());
        return heard.getFirst();
    }

    @Test
    void whatNoAgentTakesGoesOnInTheWindowAsItStood() throws Exception {
        models.advise();
        for (int i = 0; i <= 4; i++) {
            moveTo(SampleAssistant.DESTINATION + i + "/");
            if (i == 0) {
                models.run(() -> wizard().mover().pause());
            }
        }
        assertThat(counts()).isEqualTo(List.of(1L, 3L, 1L));
        assertThat(handedOver()).singleElement().asString().contains("the agent does not start");
        assertThat(counts()).as("paused, running, waiting").isEqualTo(List.of(1L, 3L, 1L));
        models.await(
                "the journal", () -> states(JournalEntry.State.RUNNING) == 3 && states(JournalEntry.State.PAUSED) == 2);
    }

    @Test
    void whatAnAgentHasTakenWithoutAnAnswerDoesNotGoOnInTheWindowToo() throws Exception {
        models.advise();
        models.run(() -> wizard().move());
        models.await("the journal", () -> state() == JournalEntry.State.RUNNING);
        String id = models.assistant().journal().entries().getFirst().id();
        writeTask(id, Task.State.QUEUED, null, "");
        assertThat(handedOver()).containsExactly("closed");
        assertThat(models.on(() -> wizard().transfers.underWay)).isEmpty();
        models.await("the journal", () -> state() == JournalEntry.State.BACKGROUND);
        models.run(() -> wizard().mover().resume());
        assertThat(models.on(() -> wizard().transfers.underWay))
                .as("it does not go on here, too")
                .isEmpty();
    }

    private void writeTask(String id, Task.State state, @Nullable String reason, String message) throws Exception {
        Task task = new Task(
                id,
                List.of("copy"),
                "/",
                WaybillHome.thisMachine(),
                List.of(),
                state,
                reason,
                message,
                1,
                0,
                null,
                SampleAssistant.NOW,
                null,
                state.isOver() ? SampleAssistant.NOW : null,
                null,
                null);
        PrivateFiles.replace(
                temp.resolve("waybill/tasks").resolve(id).resolve("task"),
                JsonMapper.shared().writeValueAsString(task));
    }

    /** The window was killed after the agent had it and before the journal had that. */
    @Test
    void whatAKilledWindowHasHandedOverIsNotOfferedAndResumesAsAnotherTransferIfItFailed() throws Exception {
        String id = keep(SampleAssistant.SOURCE, "tcp", JournalEntry.State.INTERRUPTED, 10);
        writeTask(id, Task.State.FAILED, "AUTHENTICATION", "the server refuses the password");
        models.assistant().seePath();
        models.run(() -> wizard().endpoints.load());
        models.await("the journal", () -> !wizard().endpoints.recent.isEmpty());
        assertThat(models.on(() -> wizard().endpoints.unfinished().get())).isNull();
        ActivityViewModel activity = models.shell().activity;
        ActivityItem failed = shownOf(id);
        assertThat(failed.outcome()).contains("refuses the password");
        models.run(() -> activity.repeat(failed));
        models.await("the journal", () -> states(JournalEntry.State.RUNNING) == 1);
        assertThat(models.assistant().journal().entries())
                .filteredOn(entry -> entry.state() == JournalEntry.State.RUNNING)
                .noneMatch(entry -> entry.id().equals(id));
    }

    @Test
    void aTaskHidesNoTransferOfAnotherHost() throws Exception {
        String other = SampleRecords.history("", "").transfers().getFirst().id();
        SampleAssistant assistant = models.assistant();
        String id = UUID.randomUUID().toString();
        assistant.journal().put(begun(id, "/x", "sftp://elsewhere.example/", "tcp", Instant.EPOCH));
        writeTask(id, Task.State.PAUSED, null, "");
        assertThat(shownOf(other).id()).isEqualTo(other);
    }

    @Test
    void aTaskSaysWhatHasFailedAndWhetherItIsTriedAgain() throws Exception {
        writeTask("lost", Task.State.RUNNING, null, "");
        Path events = temp.resolve("waybill/tasks/lost/events");
        Files.writeString(
                events,
                "{\"event\":\"notice\",\"at\":\"2026-11-28T08:00:00Z\",\"code\":\"RETRY\","
                        + "\"text\":\"attempt 1 failed: connection reset; next attempt in 4.0 s\"}\n");
        awaitDetails("connection reset; it is tried again"::equals);
        Files.writeString(events, "{\"event\":\"progress\",\"phase\":\"moving\",\"bytesDone\":1000}\n");
        awaitDetails(text -> !text.isEmpty() && !text.contains("reset"));
        writeTask("lost", Task.State.WAITING, "CREDENTIAL_GONE", "permission denied");
        awaitDetails(text -> text.endsWith("permission denied"));
    }

    private void awaitDetails(Predicate<String> expected) throws Exception {
        ActivityViewModel activity = models.shell().activity;
        models.run(activity::load);
        models.await(
                "the task", () -> activity.tasks.stream().map(TaskItem::details).anyMatch(expected));
    }

    private ActivityItem shownOf(String id) throws Exception {
        ActivityViewModel activity = models.shell().activity;
        models.run(activity::load);
        models.await(
                "the list",
                () -> activity.shown().stream().anyMatch(item -> item.id().equals(id)));
        return models.on(() -> activity.shown().stream()
                .filter(item -> item.id().equals(id))
                .findFirst()
                .orElseThrow());
    }

    /** A question lies on top of the one whether to go on in the background. */
    @Test
    void whatWasTypedMeanwhileKeepsTransfersInTheWindow() throws Exception {
        models.advise();
        models.run(() -> wizard().move());
        models.assistant().questions().askBy(question -> question.answer().complete(Optional.of("x".toCharArray())));
        models.assistant().questions().ask("Password of user@archive", true, false);
        assertThat(handedOver()).singleElement().asString().startsWith("A password");
        assertThat(counts()).isEqualTo(List.of(0L, 1L, 0L));
    }

    /** What came of it, without an agent that answers. */
    private List<String> handedOver() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        System.setProperty("waybill.launcher", temp.resolve("no-such-script").toString());
        try {
            models.run(() -> wizard().transfers.goOnInBackground(() -> heard.add("closed"), heard::add));
            models.await("the answer", () -> !heard.isEmpty());
        } finally {
            System.clearProperty("waybill.launcher");
        }
        return heard;
    }

    private void moveTo(String destination) throws Exception {
        models.run(() -> {
            wizard().endpoints.destination.text.set(destination);
            wizard().advise();
        });
        models.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
        models.run(() -> wizard().move());
    }

    /** How many transfers are paused, run and wait. */
    private List<Long> counts() throws Exception {
        return models.on(() -> Stream.of(
                        TransferViewModel.State.PAUSED,
                        TransferViewModel.State.RUNNING,
                        TransferViewModel.State.WAITING)
                .map(state -> wizard().transfers.underWay.stream()
                        .filter(one -> one.model().state().get() == state)
                        .count())
                .toList());
    }

    private long states(JournalEntry.State state) throws Exception {
        return models.assistant().journal().entries().stream()
                .filter(one -> one.state() == state)
                .count();
    }
}
