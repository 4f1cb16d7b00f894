package org.waybill.client.livediscovery;

/**
 * One thing that is being found out.
 *
 * @param subject the host, path or transport that is looked at
 * @param key the same for the same question; names what is remembered, skipped or forgotten
 */
public record ProbeTask(Kind kind, Side side, String subject, String key) {

    /** What is being found out. */
    public enum Kind {
        ADDRESS("Address"),
        CATALOGUE("Catalogue entry"),
        PROTOCOLS("Protocols"),
        HOST("Memory, disk and load"),
        SIZE("Size of the data"),
        PATH("Route and bottleneck"),
        RATE("Test transfers");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** A few words for people. */
        public String title() {
            return title;
        }

        /** Whether there can be advice without it. */
        public boolean skippable() {
            return this != ADDRESS;
        }
    }

    /** Which part of the picture it belongs to. */
    public enum Side {
        SOURCE,
        BETWEEN,
        DESTINATION
    }
}
