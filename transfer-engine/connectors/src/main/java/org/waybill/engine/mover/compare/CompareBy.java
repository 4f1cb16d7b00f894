package org.waybill.engine.mover.compare;

/** What of two files is compared. */
public enum CompareBy {
    /** That both are there, and of one kind. */
    EXISTS("name only"),
    /** Their sizes too. */
    SIZE("size"),
    /** Their sizes, and the times of their last change within the coarser resolution of the two endpoints. */
    MTIME("size and time"),
    /** Their sizes and their SHA-256, at any times. */
    CHECKSUM("SHA-256");

    private final String words;

    CompareBy(String words) {
        this.words = words;
    }

    /** As it is written in a sentence. */
    public String words() {
        return words;
    }
}
