package org.waybill.client.estimate;

/**
 * How much is to be copied.
 *
 * @param bytes 0 or more
 * @param files 1 or more
 */
public record Dataset(long bytes, long files) {
    public Dataset {
        if (bytes < 0 || files < 1) {
            throw new IllegalArgumentException(
                    "bytes=" + bytes + " must be at least 0, files=" + files + " at least 1");
        }
    }
}
