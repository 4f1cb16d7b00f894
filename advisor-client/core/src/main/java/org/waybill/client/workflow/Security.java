package org.waybill.client.workflow;

import java.util.Comparator;
import org.waybill.engine.Location;

/** Who can read and change the data of a candidate on the way. */
enum Security {
    ENCRYPTED("data and log-in are encrypted"),
    /** GridFTP without protection of its data channel. */
    CONTROL_ONLY("the log-in is encrypted and the data connection authenticated; data travel in clear"),
    CLEARTEXT("data travel in clear, and so does a password if one is sent"),
    LOCAL("the data do not leave this machine");

    private final String sentence;

    Security(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    boolean protectsData() {
        return this == ENCRYPTED || this == LOCAL;
    }

    /** @param privateData whether the user asked for encrypted data, which GridFTP can do at some cost */
    static Security of(Candidate candidate, boolean privateData) {
        if (candidate.isStaged()) {
            return candidate.legs().stream().map(leg -> of(leg, privateData)).filter(one -> one != LOCAL)
                    .max(Comparator.naturalOrder()).orElse(LOCAL);
        }
        Security source = of(candidate.source(), candidate, privateData);
        Security destination = of(candidate.destination(), candidate, privateData);
        if (source == LOCAL && destination == LOCAL) {
            return LOCAL;
        }
        if (source == CLEARTEXT || destination == CLEARTEXT) {
            return CLEARTEXT;
        }
        return source == CONTROL_ONLY || destination == CONTROL_ONLY ? CONTROL_ONLY : ENCRYPTED;
    }

    private static Security of(Location end, Candidate candidate, boolean privateData) {
        return switch (end.scheme()) {
            case "file", "stream" -> LOCAL;
            case "gsiftp" -> privateData ? ENCRYPTED : CONTROL_ONLY;
            // gfal fetches and sends through GridFTP or HTTPS behind SRM, as the server decides
            case "srm" -> CONTROL_ONLY;
            case "ftp", "http", "dav", "root" -> CLEARTEXT;
            // bbftp encrypts the password only
            case "bbftp" -> CONTROL_ONLY;
            case "rsync" -> candidate.transport().equals("rsync") ? CLEARTEXT : ENCRYPTED;
            default -> ENCRYPTED;
        };
    }
}
