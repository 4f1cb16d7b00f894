package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.provision.usn.UsnProvider;

/** UltraScience Net against a scheduler with a calendar. */
class UsnProviderTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final long HOUR = 3600;

    @AutoClose
    private UsnScheduler scheduler;

    private UsnProvider provider;

    @BeforeEach
    void start() throws IOException {
        scheduler = new UsnScheduler();
        provider = provider(Map.of());
    }

    private UsnProvider provider(Map<String, String> changed) {
        Map<String, String> settings = new HashMap<>(UsnScheduler.SETTINGS);
        settings.putAll(changed);
        settings.values().removeIf(String::isEmpty);
        return new UsnProvider(scheduler.server().exchange("/scheduler", settings));
    }

    private static VolumeRequest ask(long bytes, Instant latest, double mostBitsPerSecond) {
        return new VolumeRequest("ORNL:e300-1/3", "CHI:e300-1/7", bytes, NOON, latest, mostBitsPerSecond, null);
    }

    private static CircuitHoldOrder wanted(double bitsPerSecond) {
        return new CircuitHoldOrder(
                UUID.randomUUID().toString(),
                "ORNL:e300-1/3",
                "CHI:e300-1/7",
                NOON,
                NOON.plusSeconds(HOUR),
                bitsPerSecond,
                List.of());
    }

    @Test
    void anIdleTrunkIsQuotedAtItsWidest() {
        Quotes quotes = provider.quote(ask(9_900_000_000_000L / 8, null, Double.POSITIVE_INFINITY));
        assertThat(quotes.basis()).isEqualTo(QuoteBasis.AVAILABILITY);
        assertThat(quotes.earliestFinish().bitsPerSecond()).isEqualTo(9.9e9);
        assertThat(quotes.earliestFinish().end()).isEqualTo(NOON.plusSeconds(1000));
        assertThat(quotes.shortestDuration()).isEqualTo(quotes.earliestFinish());
        assertThat(scheduler.forms())
                .allSatisfy(form ->
                        assertThat(form).containsEntry("a", "ORNL:e300-1/3").containsEntry("b", "CHI:e300-1/7"));
    }

    /** A trunk that is nearly half taken for ten hours: half the width at once ends first, all of it later is shorter. */
    @Test
    void whatEndsFirstAndWhatIsShortestDiffer() {
        scheduler.book(NOON.getEpochSecond(), NOON.getEpochSecond() + 10 * HOUR, 4_500);
        Quotes quotes = provider.quote(ask(4_950_000_000L / 8 * HOUR, null, Double.POSITIVE_INFINITY));
        assertThat(quotes.earliestFinish().bitsPerSecond()).isEqualTo(4.95e9);
        assertThat(quotes.earliestFinish().start()).isEqualTo(NOON);
        assertThat(quotes.earliestFinish().end()).isEqualTo(NOON.plusSeconds(HOUR));
        assertThat(quotes.shortestDuration().bitsPerSecond()).isEqualTo(9.9e9);
        assertThat(quotes.shortestDuration().start()).isEqualTo(NOON.plusSeconds(10 * HOUR));
        Quotes soon = provider.quote(ask(4_950_000_000L / 8 * HOUR, NOON.plusSeconds(2 * HOUR), 9.9e9));
        assertThat(soon.shortestDuration().bitsPerSecond()).isEqualTo(4.95e9);
        assertThat(provider.quote(ask(4_950_000_000L / 8 * HOUR, NOON.plusSeconds(HOUR / 2), 9.9e9))
                        .earliestFinish())
                .isNull();
    }

    @Test
    void hostsSlowerThanAChannelAreQuotedAtTheirOwnRate() {
        Quotes quotes = provider.quote(ask(100_000_000 / 8, null, 100e6));
        assertThat(quotes.earliestFinish().bitsPerSecond()).isEqualTo(100e6);
        assertThat(quotes.earliestFinish().end()).isEqualTo(NOON.plusSeconds(1));
        provider.hold(wanted(100e6));
        assertThat(scheduler.reserved()).containsExactly(150L);
    }

    @Test
    void reservesInStepsAndGivesBack() {
        HeldCircuit held = provider.hold(wanted(1e9));
        assertThat(held.externalId()).isEqualTo("USN-1");
        assertThat(held.bitsPerSecond()).isEqualTo(1e9);
        assertThat(scheduler.reserved()).containsExactly(1050L);
        provider.commit("USN-1");
        provider.release("USN-1");
        assertThat(scheduler.reserved()).isEmpty();
        provider.release("USN-1");
    }

    @Test
    void aRefusalIsAConflictWithItsReason() {
        scheduler.book(NOON.getEpochSecond(), NOON.getEpochSecond() + HOUR, 9_000);
        assertThatThrownBy(() -> provider.hold(wanted(1e9)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT))
                .hasMessageContaining("taken in that time");
        assertThatThrownBy(() -> provider.hold(wanted(10e9))).hasMessageContaining("up to 9900 Mbit/s");
    }

    @Test
    void aFormThatConfirmsIsSentIfThereIsOne() {
        UsnProvider confirming = provider(Map.of(
                "confirm.request", "do=cancel&who={user}&word={password}&id={id}", "confirm.answer", ">cancelled<"));
        String id = confirming.hold(wanted(1e9)).externalId();
        confirming.commit(id);
        assertThatThrownBy(() -> confirming.commit(id)).hasMessageContaining("no such reservation");
    }

    @ParameterizedTest
    @CsvSource({
        "slot.request,'',needs the setting slot.request",
        "slot.answer,free,with the group (?<start>...)",
        "slot.answer,(,expected a regular expression",
        "slot.answer,<td>(?<start>free),no time in seconds",
        "slot.request,do={what},no value for {what}",
    })
    void settingsThatCannotBeUsedAreNamed(String setting, String value, String problem) {
        assertThatThrownBy(() -> provider(Map.of(setting, value)).quote(ask(1_000, null, 1e9)))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining(problem);
    }

    /** A page of another's cannot make an expression that backtracks run for hours. */
    @Test
    void longLinesAreCut() throws IOException {
        byte[] page = ("a".repeat(8_000_000) + "!").getBytes(StandardCharsets.UTF_8);
        try (StubServer hostile = new StubServer(_ -> new StubServer.Answer(200, "text/html", page))) {
            Map<String, String> settings = new HashMap<>(UsnScheduler.SETTINGS);
            settings.put("slot.answer", "a.*(?<start>[0-9]+)$");
            Quotes none = new UsnProvider(hostile.exchange("/", settings)).quote(ask(1_000, null, 150e6));
            assertThat(none.earliestFinish()).isNull();
        }
    }
}
