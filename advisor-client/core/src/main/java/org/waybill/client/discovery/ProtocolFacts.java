package org.waybill.client.discovery;

import org.jspecify.annotations.Nullable;

/**
 * One protocol between the two endpoints; an element of {@code protocols[]}.
 *
 * @param name as in URLs
 * @param port where it was looked for: at the destination, or at the source when that alone is remote
 * @param sourceOpen whether the source answers as this protocol; null when that end is local or was not looked at
 * @param destinationOpen likewise
 * @param available whether it can be used in this scenario; an open port is not enough
 * @param priority NADMA's order by known performance and security, 1 is best
 * @param reason why it can or cannot be used
 * @param sourceState what was found at the source, null when not looked at
 * @param banner what it said of itself, empty if nothing
 */
public record ProtocolFacts(
        String name,
        int port,
        @Nullable Boolean sourceOpen,
        @Nullable Boolean destinationOpen,
        boolean available,
        int priority,
        String reason,
        @Nullable PortState sourceState,
        @Nullable PortState destinationState,
        String banner) {
    /** Whether an end did not answer in time, so that it is not known whether it speaks this protocol. */
    public boolean unanswered() {
        return sourceState == PortState.FILTERED || destinationState == PortState.FILTERED;
    }
}
