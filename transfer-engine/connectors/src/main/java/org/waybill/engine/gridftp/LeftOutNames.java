package org.waybill.engine.gridftp;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the end of a gateway's listing says of names that FTP cannot carry: a copy of the rest is not complete. */
public final class LeftOutNames {
    private static final String TEXT =
            "Left out, because FTP cannot carry a name with CR or LF, or one that is not UTF-8: ";
    /** What the names are like is for people: gateways of other builds have other words for it. */
    private static final Pattern FORM =
            Pattern.compile("Left out, because FTP cannot carry [^:]{1,200}: (\\d{1,18})\\.");

    private LeftOutNames() {}

    /** The end of a listing, which reports how many names it could not carry. */
    public static FtpReply reported(FtpReply complete, long leftOut) {
        return leftOut == 0 || !complete.isPositive()
                ? complete
                : FtpReply.of(complete.code(), "Transfer complete. " + TEXT + leftOut + ".");
    }

    /** What a reply says was left out, such as "3 names with CR or LF, or not UTF-8"; mostly empty. */
    public static Optional<String> in(String reply) {
        Matcher found = FORM.matcher(reply);
        return found.find() ? Optional.of(found.group(1) + " names with CR or LF, or not UTF-8") : Optional.empty();
    }
}
