package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.workflow.Comparison;
import org.waybill.desktop.workflow.OptionGroup;
import org.waybill.desktop.workflow.OptionsViewModel;
import org.waybill.desktop.workflow.WhatIfViewModel;

/** Options, what-if and scripts, over the real advisor, without a toolkit. */
class OptionsModelTest extends ModelCase {
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
}
