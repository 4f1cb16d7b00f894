package org.waybill.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An exception and what caused it. */
public final class Causes {
    /** Chains of causes may be circles. */
    private static final int DEEPEST = 32;

    private Causes() {}

    /** The exception, its cause, the cause of that, and so on. */
    public static List<Throwable> of(@Nullable Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable at = thrown; at != null && chain.size() < DEEPEST; at = at.getCause()) {
            chain.add(at);
        }
        return chain;
    }

    /** The first of a type among them; null if there is none. */
    public static <T extends Throwable> @Nullable T find(@Nullable Throwable thrown, Class<T> type) {
        return of(thrown).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
