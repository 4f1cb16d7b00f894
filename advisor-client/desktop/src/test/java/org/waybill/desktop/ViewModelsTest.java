package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.livediscovery.ProbeTask;
import org.waybill.client.livediscovery.ProbeTaskUpdate;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.discovery.ProbeRow;
import org.waybill.desktop.map.MapViewModel;

/** Every screen's view model over the real advisor, without a toolkit. */
class ViewModelsTest extends ModelCase {
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
