package org.waybill.engine.mover.rclone;

import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;

/**
 * Names that rclone would store as others. It has pictures for control characters and wide characters for those that a
 * backend does not take, and a mark of quotation before such a character that is in a name itself (rclone.org/overview,
 * "Restricted filenames"). Which of them a backend's names have is not known here, so none of them is carried.
 */
final class RcloneNames {
    static final String WHY = "rclone would store this name as another one, or shows another one like it: rename it";

    private static final char QUOTE = '\u201B';
    private static final char FIRST_PICTURE = '\u2400';
    private static final char LAST_PICTURE = '\u2421';
    private static final char DELETE = 0x7F;
    private static final String WIDE = wide("!\"#$%'*./:;<>?[\\]`|~");

    private RcloneNames() {}

    /** The same characters in the width of Chinese ones. */
    private static String wide(String text) {
        return text.chars()
                .collect(StringBuilder::new, (all, c) -> all.append((char) (c - '!' + '\uFF01')), StringBuilder::append)
                .toString();
    }

    static boolean isCarried(String path) {
        return path.chars().allMatch(RcloneNames::isCarried);
    }

    private static boolean isCarried(int c) {
        boolean picture = c >= FIRST_PICTURE && c <= LAST_PICTURE;
        return c >= ' ' && c != DELETE && c != QUOTE && !picture && WIDE.indexOf(c) < 0;
    }

    static void check(String path) throws TransferException {
        if (!isCarried(path)) {
            throw StorePath.badInput(path, ": " + WHY);
        }
    }
}
