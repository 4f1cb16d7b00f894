package org.waybill.planner.forecast;

/**
 * A transfer's time as three terms: seconds = set-up + secondsPerFile * files + secondsPerByte * bytes. Files and bytes
 * are apart because many small files are slow for another reason than few large ones (round trips, not bandwidth).
 */
public record TransferTimeModel(double setupSeconds, double secondsPerFile, double secondsPerByte) {
    public TransferTimeModel {
        if (!(setupSeconds >= 0) || !(secondsPerFile >= 0) || !(secondsPerByte >= 0)) {
            throw new IllegalArgumentException("setupSeconds=" + setupSeconds + ", secondsPerFile=" + secondsPerFile
                    + ", secondsPerByte=" + secondsPerByte + ": none may be negative");
        }
    }

    public double seconds(long bytes, long files) {
        return setupSeconds + secondsPerFile * files + secondsPerByte * bytes;
    }

    /** Every term {@code factor} times as long. */
    public TransferTimeModel scaledBy(double factor) {
        return new TransferTimeModel(setupSeconds * factor, secondsPerFile * factor, secondsPerByte * factor);
    }
}
