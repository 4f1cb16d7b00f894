package org.waybill.client.workflow.option;

import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/**
 * What an option does when things go wrong, and with many files.
 *
 * @param resumes resumes after a break without sending everything again
 * @param verifies compares SHA-256 of both endpoints, in the script or in Waybill, independent of the server
 * @param durable a file appears under its name only when it is whole
 * @param pipelines many files do not wait for each other's answers
 */
public record OptionTraits(boolean resumes, boolean verifies, boolean durable, boolean pipelines) {

    /** @param directory whether the source is a directory */
    public static OptionTraits of(Candidate candidate, boolean directory) {
        Location to = candidate.destination();
        boolean pull = to.isLocal();
        boolean renames =
                Protocols.named(to.scheme()).filter(Protocol::isChangeable).isPresent();
        return switch (candidate.tool()) {
            case WAYBILL ->
                new OptionTraits(
                        directory || !(candidate.isThirdPartyDirect() && candidate.isBy(Transport.HTTP)),
                        !pull || Security.of(candidate).protectsData(),
                        true,
                        candidate.isByEngine());
            case CP -> new OptionTraits(true, true, !directory, true);
            case SFTP -> new OptionTraits(true, true, !directory, false);
            case SCP -> new OptionTraits(false, !directory || !candidate.throughHere(), !directory, false);
            case RSYNC -> new OptionTraits(true, !candidate.isBy(Transport.RSYNC), true, true);
            case LFTP -> new OptionTraits(true, !pull && !directory, true, false);
            case CURL -> new OptionTraits(pull, !pull, pull || renames, false);
            case RCLONE -> new OptionTraits(false, !directory && hasSsh(candidate.source()) && hasSsh(to), true, false);
            case GLOBUS_URL_COPY -> new OptionTraits(true, false, pull && !directory, true);
            case XRDCP -> new OptionTraits(true, false, false, false);
            case GFAL_COPY -> new OptionTraits(false, false, false, false);
            case BBFTP -> new OptionTraits(true, false, true, false);
        };
    }

    private static boolean hasSsh(Location end) {
        return end.isLocal() || end.isServedBy(Protocol.SSH);
    }
}
