package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * All that was found out about two hosts and what is between them.
 *
 * @param far {@link RemoteHostUnderTest#unknown} where it could not be examined
 * @param up the test transfer from here, null where none could be made
 * @param down the one to here, null also where there was none from here, or nothing arrived by it
 */
public record DoctorFacts(
        RemoteHostUnderTest here,
        RemoteHostUnderTest far,
        PathMeasurements path,
        @Nullable TestTransfer up,
        @Nullable TestTransfer down,
        NameMeasurements name) {}
