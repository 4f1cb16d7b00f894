package org.waybill.client.workflow.option;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Transport;

/** Who can read and change the data of a candidate on the way; between two machines the worst comes last. */
public enum Security {
    ENCRYPTED("data and log-in are encrypted"),
    /** GridFTP without protection of its data channel. */
    CONTROL_ONLY("the log-in is encrypted and the data connection authenticated; data are not encrypted"),
    /** Even where the data go, only rclone knows. */
    UNKNOWN("rclone's configuration of the remote decides whether data and log-in are encrypted"),
    CLEARTEXT("data are not encrypted, nor is a password if one is sent"),
    LOCAL("the data do not leave this machine");

    private final String sentence;

    Security(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    public boolean protectsData() {
        return this == ENCRYPTED || this == LOCAL;
    }

    public static Security of(Candidate candidate) {
        if (candidate.isStaged()) {
            return candidate.legs().stream()
                    .map(Security::of)
                    .filter(one -> one != LOCAL)
                    .max(Comparator.naturalOrder())
                    .orElse(LOCAL);
        }
        if (candidate.source().isLocal() && candidate.destination().isLocal()) {
            return LOCAL;
        }
        return Stream.of(candidate.source(), candidate.destination())
                .map(end -> at(candidate, end))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Security at(Candidate candidate, Location end) {
        if (Boolean.TRUE.equals(candidate.cleartext())) {
            return CLEARTEXT;
        }
        if (end.is(Protocol.RCLONE)) {
            return UNKNOWN;
        }
        return switch (of(candidate, end)) {
            case ENCRYPTED -> ENCRYPTED;
            case LOG_IN_ONLY -> CONTROL_ONLY;
            case CLEARTEXT -> CLEARTEXT;
        };
    }

    private static Protection of(Candidate candidate, Location end) {
        return candidate.isBy(Transport.GSIFTPS) && end.is(Protocol.GSIFTP)
                ? Protection.ENCRYPTED
                : Protection.of(end.scheme());
    }

    /** The same option, with GridFTP's data encrypted if the user asked for that or named a scheme that encrypts. */
    public static Candidate guarded(AdviceRequest request, Candidate option) {
        boolean wanted = request.secure() || mostNamed(request) == Protection.ENCRYPTED;
        return wanted ? guarded(option) : option;
    }

    private static Candidate guarded(Candidate option) {
        List<Candidate> legs = option.legs().stream().map(Security::guarded).toList();
        return (option.isBy(Transport.GSIFTP) ? option.by(Transport.GSIFTPS) : option).of(legs);
    }

    /**
     * Whether an option keeps to what the user named: each endpoint is reached no less securely than by its own scheme,
     * and each stop between them no less securely than by the better of the two.
     */
    public static boolean keepsToWhatWasNamed(AdviceRequest request, Candidate option) {
        List<Candidate> legs = option.isStaged() ? option.legs() : List.of(option);
        for (int i = 0; i < legs.size(); i++) {
            Candidate leg = legs.get(i);
            Protection from = i == 0 ? named(request.source()) : mostNamed(request);
            Protection to = i == legs.size() - 1 ? named(request.destination()) : mostNamed(request);
            if (!of(leg, leg.source()).keeps(from)
                    || !of(leg, leg.destination()).keeps(to)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether another URL for the same data, or for a host in place of an endpoint, is worth a look where the user
     * named this endpoint: GridFTP and what SRM sends by can encrypt the data, and their options are checked when it is
     * known whether they will.
     */
    public static boolean keepsTo(Endpoint end, String scheme) {
        return Protection.of(scheme) != Protection.CLEARTEXT || named(end) == Protection.CLEARTEXT;
    }

    private static Protection mostNamed(AdviceRequest request) {
        Protection source = named(request.source());
        Protection destination = named(request.destination());
        return source.keeps(destination) ? source : destination;
    }

    /** Local ends and {@code host:path} name no scheme. */
    private static Protection named(Endpoint end) {
        return end.isLocal() || !end.schemeChosen()
                ? Protection.CLEARTEXT
                : Protection.of(end.location().scheme());
    }
}
