package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.AdvisorService;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;

class OutboxTest {
    @TempDir
    private Path directory;

    private final List<TransferOutcome> recorded = new ArrayList<>();
    private final AdvisorService service = (AdvisorService) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {AdvisorService.class}, (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("recordTransfers");
                ((List<?>) arguments[0]).forEach(each -> recorded.add((TransferOutcome) each));
                return null;
            });

    @Test
    void deliversWhatWasPutAndKeepsNothing() throws Exception {
        Outbox outbox = new Outbox(directory.resolve("outbox"));
        TransferOutcome full = outcome("a b\n=ü", "f-1", 1.5);
        TransferOutcome bare = outcome("", null, null);
        outbox.put(full);
        outbox.put(bare);

        assertThat(outbox.deliver(service)).isEqualTo(2);

        assertThat(recorded).containsExactlyInAnyOrder(full, bare);
        assertThat(outbox.size()).isZero();
    }

    @Test
    void deliversMeasurementsToo() throws Exception {
        Outbox outbox = new Outbox(directory);
        Measurement full = new Measurement(
                "a.example",
                "b.example",
                Quantity.BOTTLENECK_BANDWIDTH,
                9.5e8,
                "icmp-sizes",
                240,
                4.5,
                Instant.parse("2026-11-21T12:00:00.123456Z"));
        Measurement bare = new Measurement(
                "a.example", "b.example", Quantity.RTT, 70, "", 1, null, Instant.parse("2026-11-21T12:00:00Z"));
        outbox.put(full);
        outbox.put(bare);
        assertThat(outbox.size()).isEqualTo(2);
        List<Object> measured = new ArrayList<>();
        AdvisorService history = (AdvisorService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AdvisorService.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("recordMeasurements");
                    measured.addAll((List<?>) arguments[0]);
                    return null;
                });
        assertThat(outbox.deliver(history)).isEqualTo(2);
        assertThat(measured).containsExactlyInAnyOrder(full, bare);
        assertThat(outbox.size()).isZero();
    }

    @Test
    void losesNothingWhenTheServiceRefuses() throws Exception {
        Outbox outbox = new Outbox(directory);
        outbox.put(outcome("", null, null));
        AdvisorService refusing = (AdvisorService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AdvisorService.class}, (proxy, method, arguments) -> {
                    throw new ServiceException("UNAVAILABLE", "later");
                });

        assertThatThrownBy(() -> outbox.deliver(refusing)).isInstanceOf(ServiceException.class);
        assertThat(outbox.size()).isOne();
    }

    @Test
    void oneOutcomeThatTheServiceDoesNotTakeHoldsNoOthersUp() throws Exception {
        Outbox outbox = new Outbox(directory);
        TransferOutcome good = outcome("", null, null);
        TransferOutcome bad = outcome("bad", null, null);
        outbox.put(bad);
        outbox.put(good);
        AdvisorService picky = (AdvisorService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AdvisorService.class}, (proxy, method, arguments) -> {
                    if (((List<?>) arguments[0]).contains(bad)) {
                        throw new ServiceException(ServiceException.BAD_REQUEST, "via is bad");
                    }
                    ((List<?>) arguments[0]).forEach(each -> recorded.add((TransferOutcome) each));
                    return null;
                });

        assertThat(outbox.deliver(picky)).isOne();
        assertThat(recorded).containsExactly(good);
        assertThat(outbox.size()).isZero();
        assertThat(directory.resolve(bad.id() + ".outcome.unreadable")).exists();
    }

    @Test
    void theOldestMakeRoomWhereNobodyDelivers() throws Exception {
        for (int i = 0; i < Outbox.MOST + 5; i++) {
            Path file = Files.createFile(directory.resolve(i + (i % 2 == 0 ? ".outcome" : ".outcome.unreadable")));
            assertThat(file.toFile().setLastModified(1_000_000L + i * 1_000L)).isTrue();
        }
        Outbox outbox = new Outbox(directory);
        TransferOutcome last = outcome("", null, null);
        outbox.put(last);
        outbox.put(outcome("", null, null));

        String[] kept = directory.toFile().list();
        assertThat(kept)
                .hasSizeBetween(Outbox.MOST - Outbox.DROPPED, Outbox.MOST)
                .contains(last.id() + ".outcome", (Outbox.MOST + 4) + ".outcome")
                .doesNotContain("0.outcome", "1.outcome.unreadable", "1004.outcome");
    }

    @ParameterizedTest
    @CsvSource({"bytes,not a number", "startedAt,yesterday", "storage,CARDS", "status,\\uzz"})
    void setsAsideWhatCannotBeRead(String component, String damage) throws Exception {
        Outbox outbox = new Outbox(directory);
        String torn = RecordProperties.write(outcome("", null, null))
                .replaceFirst("(?m)^" + component + "=.*$", Matcher.quoteReplacement(component + "=" + damage));
        Files.writeString(directory.resolve("torn.outcome"), torn);
        outbox.put(outcome("", null, null));

        assertThat(outbox.deliver(service)).isOne();
        assertThat(directory.resolve("torn.outcome.unreadable")).exists();
        assertThat(outbox.size()).isZero();
    }

    private static TransferOutcome outcome(String via, String forecastId, Double forecastSeconds) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                "a.example",
                "b.example",
                "tcp",
                via,
                4,
                StorageClass.DISK,
                1L << 40,
                3,
                Instant.parse("2026-11-21T12:00:00.123456Z"),
                12.25,
                7,
                0,
                "OK",
                forecastId,
                forecastSeconds,
                forecastSeconds,
                "DISK");
    }
}
