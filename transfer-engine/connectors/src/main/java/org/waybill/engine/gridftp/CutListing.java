package org.waybill.engine.gridftp;

import java.util.Optional;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * What the end of a listing says where the server stopped at a limit of its own and still reports success: Pure-FTPd does
 * so after 10,000 names, unless its option {@code -L} says otherwise. What is missing there may be anything.
 */
public final class CutListing {
    private static final Pattern FORM = Pattern.compile(
            "(?i)\\btruncated (?:to|at|after) \\d|\\b(?:listing|list|output|results?) (?:(?:was|is|has been)"
                    + " )?truncated\\b");

    private CutListing() {}

    /** What a reply says of names that it left out; mostly empty. */
    public static Optional<String> in(String reply) {
        return reply.lines()
                .map(line -> line.replaceFirst("^\\d{3}[ -]", "").strip())
                .filter(line -> FORM.matcher(line).find())
                .findFirst();
    }

    /** The end of a listing as a client has to take it: one that was cut off is refused. */
    public static FtpReply judged(FtpReply end) {
        return end.isPositive()
                ? in(end.text())
                        .map(said -> FtpReply.of(451, "The listing is not complete: " + said))
                        .orElse(end)
                : end;
    }

    /**
     * Refuses a listing that has not all of a directory.
     *
     * @param directory as messages show it
     * @throws TransferException {@link Reason#LIMIT}
     */
    public static void refuse(String directory, String reply) throws TransferException {
        Optional<String> said = in(reply);
        if (said.isPresent()) {
            throw new TransferException(
                    Reason.LIMIT,
                    "the listing of " + directory + " is not complete: the server says \"" + Printable.of(said.get())
                            + "\"; raise its limit (Pure-FTPd: -L), or split the directory");
        }
    }
}
