package org.waybill.engine.storage;

import java.io.IOException;
import org.waybill.engine.Reason;

/** A path or name that may not be used: it leads out of the directory, or cannot be a file's name. */
public final class BadNameException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Said of each such name, wherever it was found. */
    public static final String NOT_UTF8 = "the name is not UTF-8: rename it";

    private final Reason reason;

    public BadNameException(String message) {
        this(Reason.UNSAFE, message);
    }

    private BadNameException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** A name that is not text, so that it cannot be sent to another machine. */
    static BadNameException notUtf8() {
        return new BadNameException(Reason.BAD_INPUT, NOT_UTF8);
    }

    /** The same of an entry that was found. */
    public static BadNameException notUtf8(String name) {
        return new BadNameException(Reason.BAD_INPUT, "\"" + EntryNames.printable(name) + "\": " + NOT_UTF8);
    }

    /** A symbolic link's text that is none. */
    static BadNameException linkNotUtf8() {
        return new BadNameException(
                Reason.BAD_INPUT, "what this link leads to is not UTF-8; make another link and copy it again");
    }

    /** A name that no file system takes. */
    static BadNameException tooLong(String message) {
        return new BadNameException(Reason.BAD_INPUT, message);
    }

    /** What kind of refusal it is. */
    public Reason reason() {
        return reason;
    }
}
