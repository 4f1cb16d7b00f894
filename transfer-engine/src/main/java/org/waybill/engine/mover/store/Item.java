package org.waybill.engine.mover.store;

/**
 * One file to move.
 *
 * @param name relative to what the user named; the file's own name for a single file
 * @param source as it was listed
 * @param target the final path at the destination
 * @param mayExist whether a file of this name may already be there from an earlier run
 */
record Item(String name, Entry source, String target, boolean mayExist) {
    /** Bytes to expect; 0 while not known. */
    long sizeBytes() {
        return Math.max(0, source.sizeBytes());
    }
}
