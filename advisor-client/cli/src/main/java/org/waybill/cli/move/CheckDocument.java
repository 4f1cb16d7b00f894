package org.waybill.cli.move;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;

/**
 * {@code check --json}.
 *
 * @param status {@code OK}, {@code DIFFERENT}, or why an endpoint could not be read
 * @param comparedBy {@code exists}, {@code size}, {@code mtime} or {@code checksum}
 * @param equal entries that are the same at both endpoints
 * @param leftOut what no transfer takes of the source
 */
record CheckDocument(
        String status,
        String source,
        String destination,
        String comparedBy,
        long equal,
        long equalBytes,
        List<Line> differences,
        List<NotTransferred> leftOut) {

    /**
     * One name that differs.
     *
     * @param verdict {@code ONLY_SOURCE}, {@code ONLY_DESTINATION}, {@code DIFFERENT}, {@code OTHER_KIND},
     *     {@code SOURCE_UNREADABLE} or {@code DESTINATION_UNREADABLE}
     * @param directory whether it is one at the source, or where there alone it is
     * @param text what differs; empty where the verdict says all
     */
    record Line(
            String path,
            String verdict,
            boolean directory,
            @Nullable Long sourceBytes,
            @Nullable Long destinationBytes,
            @Nullable Instant sourceModified,
            @Nullable Instant destinationModified,
            String text) {
        static Line of(Difference one) {
            return new Line(
                    one.path(),
                    one.verdict().name(),
                    one.isDirectory(),
                    bytes(one.source()),
                    bytes(one.destination()),
                    modified(one.source()),
                    modified(one.destination()),
                    one.why());
        }

        private static @Nullable Long bytes(@Nullable Entry entry) {
            return entry == null || entry.sizeBytes() < 0 ? null : entry.sizeBytes();
        }

        private static @Nullable Instant modified(@Nullable Entry entry) {
            return entry == null ? null : entry.modified();
        }
    }

    static CheckDocument of(String source, String destination, ComparisonResult found) {
        return new CheckDocument(
                found.verdict().map(Reason::name).orElse("OK"),
                source,
                destination,
                found.comparedBy().name().toLowerCase(Locale.ROOT),
                found.equal(),
                found.equalBytes(),
                found.differences().stream().map(Line::of).toList(),
                found.leftOut());
    }
}
