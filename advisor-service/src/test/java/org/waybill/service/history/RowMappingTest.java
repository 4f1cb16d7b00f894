package org.waybill.service.history;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;

/** Nothing out of range gets into the history, whatever is added to its records. */
class RowMappingTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final TransferOutcome OUTCOME = new TransferOutcome(
            new UUID(1, 2).toString(),
            "a.example",
            "b.example",
            "tcp",
            "",
            4,
            StorageClass.DISK,
            1_000,
            1,
            NOW,
            12.5,
            0,
            0,
            "OK",
            "f-1",
            1.5,
            2.5,
            "DISK");
    private static final Measurement MEASUREMENT =
            new Measurement("a.example", "b.example", Quantity.RTT, 70, "icmp", 1, 4.5, NOW);

    static Stream<RecordComponent> components() {
        return Stream.of(OUTCOME, MEASUREMENT)
                .flatMap(record -> Stream.of(record.getClass().getRecordComponents()))
                .filter(component -> !bad(component.getType()).isEmpty());
    }

    private static List<Object> bad(Class<?> type) {
        if (type == String.class) {
            return List.of("a".repeat(70_000), "\u0000");
        }
        if (type == double.class || type == Double.class) {
            return List.of(Double.NaN, Double.POSITIVE_INFINITY, -1.0);
        }
        if (type == long.class || type == Long.class) {
            return List.of(-1L);
        }
        return type == int.class || type == Integer.class ? List.of(-1) : List.of();
    }

    @ParameterizedTest
    @MethodSource("components")
    void whatIsOutOfRangeIsRefused(RecordComponent component) throws Exception {
        Record good = Measurement.class.equals(component.getDeclaringRecord()) ? MEASUREMENT : OUTCOME;
        assertThatCode(() -> store(good)).doesNotThrowAnyException();
        for (Object value : bad(component.getType())) {
            assertThatThrownBy(() -> store(with(good, component, value)))
                    .as("%s %s", component, value)
                    .isInstanceOf(ServiceException.class);
        }
    }

    private static void store(Record record) {
        if (record instanceof Measurement measurement) {
            RowMapping.row(measurement, "", NOW);
        } else {
            RowMapping.row((TransferOutcome) record, "", NOW);
        }
    }

    private static Record with(Record good, RecordComponent changed, Object value) throws Exception {
        RecordComponent[] all = good.getClass().getRecordComponents();
        @Nullable Object[] values = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            values[i] = all[i].getName().equals(changed.getName())
                    ? value
                    : all[i].getAccessor().invoke(good);
        }
        return good.getClass()
                .getDeclaredConstructor(
                        Arrays.stream(all).map(RecordComponent::getType).toArray(Class[]::new))
                .newInstance(values);
    }
}
