package org.waybill.client.livediscovery;

import org.jspecify.annotations.Nullable;

/**
 * News of a look.
 *
 * @param finding null while it is under way
 * @param outcome the record that was found out ({@code HostFacts}, {@code HostFindings}, a list of {@code PathFacts},
 *     ...), for views that show more than words; null if there is none
 */
public record ProbeTaskUpdate(
        ProbeTask look,
        State state,
        @Nullable DiscoveryItem finding,
        @Nullable Object outcome) {
    /** The state of a task. */
    public enum State {
        RUNNING,
        FOUND,
        /** It ended and nothing was learned. */
        NOTHING,
        /** It ended the whole advice. */
        FAILED,
        SKIPPED
    }

    public boolean isOver() {
        return state != State.RUNNING;
    }
}
