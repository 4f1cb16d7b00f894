package org.waybill.db;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Instants as microseconds since 1970: Connector/J drops fractions of a second on MariaDB 10. */
@Converter(autoApply = true)
public final class InstantMicros implements AttributeConverter<Instant, Long> {
    @Override
    public @Nullable Long convertToDatabaseColumn(@Nullable Instant instant) {
        return instant == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    @Override
    public @Nullable Instant convertToEntityAttribute(@Nullable Long micros) {
        return micros == null ? null : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
