package org.waybill.api.embedded;

import java.net.URI;

/** A service that runs in this process. */
public interface RunningService extends AutoCloseable {
    /** Where it answers, such as {@code http://127.0.0.1:40123}; Hessian is below at {@code /hessian/advisor}. */
    URI url();

    /**
     * A bearer token of the role administrator that lives as long as this service runs. It may be handed to other
     * processes of the same user through a file with mode 0600.
     */
    String token();

    /** Blocks until the service has been stopped. */
    void awaitStop() throws InterruptedException;

    /** Finishes running calls, closes the database and stops. */
    @Override
    void close();
}
