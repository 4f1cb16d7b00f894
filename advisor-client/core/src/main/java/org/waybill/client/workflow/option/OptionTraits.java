package org.waybill.client.workflow.option;

/**
 * What a way does when things go wrong, and with many files.
 *
 * @param resumes goes on after a break without sending everything again
 * @param verifies compares SHA-256 of both ends, in the script or in Waybill, whatever the server can do
 * @param durable a file appears under its name only when it is whole
 * @param pipelines many files do not wait for each other's answers
 */
public record OptionTraits(boolean resumes, boolean verifies, boolean durable, boolean pipelines) {

    public static OptionTraits of(Candidate candidate) {
        boolean pull = candidate.destination().isLocal();
        return switch (candidate.tool()) {
            case WAYBILL -> new OptionTraits(true, !pull || Security.of(candidate).protectsData(), true, true);
            case CP -> new OptionTraits(true, true, true, true);
            case SFTP -> new OptionTraits(true, true, true, false);
            case SCP -> new OptionTraits(false, true, true, false);
            case RSYNC -> new OptionTraits(true, true, true, true);
            case LFTP -> new OptionTraits(true, true, true, false);
            case CURL -> new OptionTraits(pull, true, pull, false);
            case RCLONE -> new OptionTraits(false, candidate.transport().contains("sftp"), false, false);
            case GLOBUS_URL_COPY -> new OptionTraits(true, false, pull, true);
            case XRDCP -> new OptionTraits(true, false, false, false);
            case GFAL_COPY -> new OptionTraits(false, false, false, false);
            case BBFTP -> new OptionTraits(true, false, true, false);
        };
    }
}
