package org.waybill.engine.mover.s3;

import java.time.Duration;

/**
 * After which silence a connection is given up. A part that is long on its way over a slow line is not silent: its bytes
 * leave.
 *
 * @param silence while no byte of a request leaves, none of an answer comes, or nothing is said to a question
 * @param work after the last byte of a request that the server has work with: an object to store, copy or put together
 */
record Patience(Duration silence, Duration work) {
    static final Patience USUAL = new Patience(Duration.ofSeconds(90), Duration.ofMinutes(5));
}
