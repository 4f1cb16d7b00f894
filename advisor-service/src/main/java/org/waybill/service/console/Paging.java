package org.waybill.service.console;

/**
 * Where a list is.
 *
 * @param page counts from 0
 */
record Paging(int page, int size, long total) {
    /** How many pages there are, at least one. */
    public long pages() {
        return Math.max(1, (total + size - 1) / size);
    }

    /** The number of the first row shown, from 1; 0 if there is none. */
    public long first() {
        return total == 0 ? 0 : Math.min(total, (long) page * size + 1);
    }

    /** The number of the last row shown. */
    public long last() {
        return Math.min(total, ((long) page + 1) * size);
    }

    public boolean hasPrevious() {
        return page > 0;
    }

    public boolean hasNext() {
        return page + 1 < pages();
    }
}
