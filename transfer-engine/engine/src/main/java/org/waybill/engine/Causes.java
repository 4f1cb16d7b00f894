package org.waybill.engine;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The causes of an exception. */
public final class Causes {
    private static final int DEEPEST = 32;

    private Causes() {}

    /** The exception and its causes, outermost first; causes that form a circle end. */
    public static Stream<Throwable> of(@Nullable Throwable thrown) {
        return Stream.<@Nullable Throwable>iterate(thrown, at -> at != null, Throwable::getCause)
                .limit(DEEPEST);
    }

    /** The outermost one of a kind; null if there is none. */
    public static <T extends Throwable> @Nullable T find(Class<T> kind, @Nullable Throwable thrown) {
        return of(thrown).filter(kind::isInstance).map(kind::cast).findFirst().orElse(null);
    }
}
