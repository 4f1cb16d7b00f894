package org.waybill.client.sync;

import org.jspecify.annotations.Nullable;

/**
 * How much a sync may delete: the lesser of what is said.
 *
 * @param entries null for no such limit
 * @param percent of what the destination has, 0 to 100; null for no such limit
 */
public record MaxDelete(@Nullable Long entries, @Nullable Integer percent) {
    /** 1,000 entries or a tenth. */
    public static final MaxDelete USUAL = new MaxDelete(1000L, 10);

    private static final int ALL = 100;

    /**
     * {@code 50} or {@code 20%}, alone.
     *
     * @throws IllegalArgumentException for anything else; the message says what would be right
     */
    public static MaxDelete parse(String text) {
        try {
            long number = Long.parseLong(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
            if (number >= 0 && (!text.endsWith("%") || number <= ALL)) {
                return text.endsWith("%") ? new MaxDelete(null, (int) number) : new MaxDelete(number, null);
            }
        } catch (NumberFormatException ignored) {
            // said below
        }
        throw new IllegalArgumentException("invalid --max-delete '" + text + "': expected a number of entries such as "
                + "50, or a percentage such as 20%");
    }

    /** Whether this number of {@code there} may be deleted. */
    public boolean allows(long deletions, long there) {
        Long most = entries;
        Integer part = percent;
        return (most == null || deletions <= most) && (part == null || deletions * ALL <= there * part);
    }

    @Override
    public String toString() {
        return (entries == null ? "" : entries + " entries")
                + (entries == null || percent == null ? "" : " or ")
                + (percent == null ? "" : percent + " %");
    }
}
