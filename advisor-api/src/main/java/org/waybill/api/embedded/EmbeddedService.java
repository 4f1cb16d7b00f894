package org.waybill.api.embedded;

import java.util.ServiceLoader;
import org.waybill.api.ServiceException;

/** Starts an advisor service in this process. Found with {@link ServiceLoader}. */
public interface EmbeddedService {
    /**
     * Starts a service and returns when it answers.
     *
     * @throws ServiceException {@code BAD_REQUEST} for settings that cannot be (one line that says which and why),
     *     {@code UNAVAILABLE} when the database or the port is in use or cannot be reached
     */
    RunningService start(ServiceSettings settings);

    /**
     * Checks settings without starting anything.
     *
     * @throws ServiceException {@code BAD_REQUEST} as {@link #start} would for the same settings
     */
    default void check(ServiceSettings settings) {}

    /** The implementation on the class path. */
    static EmbeddedService load() {
        return ServiceLoader.load(EmbeddedService.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no advisor service on the class path"));
    }
}
