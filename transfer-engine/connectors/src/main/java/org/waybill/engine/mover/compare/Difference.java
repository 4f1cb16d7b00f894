package org.waybill.engine.mover.compare;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.store.Entry;

/**
 * What two trees say of one name.
 *
 * @param path below the two roots, parts separated by slashes; empty for the roots themselves
 * @param source what the source has; null for nothing
 * @param destination what the destination has; null for nothing
 * @param why what differs, or why that is unknown; empty where the verdict says all
 * @param reason why the difference is unknown; null where it is known
 * @param linked whether it is a further name of a file of the source, so that a copy makes it a hard link and sends nothing
 */
public record Difference(
        String path,
        Verdict verdict,
        @Nullable Entry source,
        @Nullable Entry destination,
        String why,
        @Nullable Reason reason,
        boolean linked) {
    /** One that is no further name. */
    public Difference(
            String path,
            Verdict verdict,
            @Nullable Entry source,
            @Nullable Entry destination,
            String why,
            @Nullable Reason reason) {
        this(path, verdict, source, destination, why, reason, false);
    }

    /** What the two endpoints have of one name; the signs are those of {@code rclone check --combined}. */
    public enum Verdict {
        /** The same, as far as was compared. */
        EQUAL('='),
        /** Files of one size or links, whose contents are still to be compared. */
        ALIKE('='),
        ONLY_SOURCE('+'),
        ONLY_DESTINATION('-'),
        /** Files, links, one of each, or a directory of the source where a link is. */
        DIFFERENT('*'),
        /** One is a directory or something special, the other is not. */
        OTHER_KIND('*'),
        SOURCE_UNREADABLE('!'),
        DESTINATION_UNREADABLE('!');

        private final char sign;

        Verdict(char sign) {
            this.sign = sign;
        }

        public char sign() {
            return sign;
        }
    }

    static Difference of(
            String path, Verdict verdict, @Nullable Entry source, @Nullable Entry destination, String why) {
        return new Difference(path, verdict, source, destination, why, null);
    }

    /** The same of other entries. */
    Difference of(Entry otherSource, Entry otherDestination) {
        return new Difference(path, verdict, otherSource, otherDestination, why, reason, linked);
    }

    /** The same by another path. */
    public Difference at(String otherPath) {
        return new Difference(otherPath, verdict, source, destination, why, reason, linked);
    }

    /** The same as a further name of a file. */
    public Difference asLink() {
        return new Difference(path, verdict, source, destination, why, reason, true);
    }

    /** The same name with another verdict. */
    Difference judged(Verdict other, String because) {
        return new Difference(path, other, source, destination, because, reason, linked);
    }

    /** Whether one of the endpoints could not be asked. */
    public boolean isUnreadable() {
        return verdict == Verdict.SOURCE_UNREADABLE || verdict == Verdict.DESTINATION_UNREADABLE;
    }

    /** Whether a list names it, and the source does not have it, or only behind a link. */
    public boolean isUnmet() {
        return verdict == Verdict.SOURCE_UNREADABLE && source == null;
    }

    /** Whether a copy cannot write it: a directory is there where a file or link goes, or the reverse. */
    public boolean isBlocked() {
        return verdict == Verdict.OTHER_KIND
                && source != null
                && destination != null
                && (destination.isDirectory() || source.isDirectory());
    }

    /** Whether what was looked at, at the source if it is there, is a directory. */
    public boolean isDirectory() {
        Entry shown = source == null ? destination : source;
        return shown != null && shown.isDirectory();
    }
}
