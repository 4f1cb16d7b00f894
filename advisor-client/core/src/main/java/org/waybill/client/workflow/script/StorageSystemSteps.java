package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/**
 * A transfer through a storage system that speaks SRM, step by step: it is asked to make the file ready, asked after
 * until it names a transfer URL, the data are copied by that, and it is notified that they were.
 */
public final class StorageSystemSteps {
    public static final String TRANSPORT = "srm+";

    private StorageSystemSteps() {}

    /** In the form that every storage system takes. */
    public static String surl(Location at) {
        String host = at.host().contains(":") ? "[" + at.host() + "]" : at.host();
        int port = at.port() == 0 ? Protocol.SRM.defaultPort() : at.port();
        return Protocol.SRM.scheme() + "://" + host + ":" + port + "/srm/managerv2?SFN=" + UrlPath.encode(at.path());
    }

    public static boolean isOne(Candidate candidate) {
        return candidate.transport().startsWith(TRANSPORT);
    }

    /** Shell: has the file made ready, and keeps the transfer URL in {@code turl}. */
    static String prepare(Candidate candidate) {
        boolean write = candidate.destination().is(Protocol.SRM);
        List<String> words = new ArrayList<>(List.of(
                "waybill",
                "storage",
                write ? "put" : "get",
                "--protocol",
                candidate.transport().substring(TRANSPORT.length())));
        words.addAll(List.of("--", surl(write ? candidate.destination() : candidate.source())));
        return "turl=$(" + ShellWords.join(words)
                + (write ? " " + ShellWords.quote(candidate.source().path()) : "") + ")";
    }

    /** Shell: copies the data by the transfer URL. */
    static String copy(Candidate candidate) {
        boolean write = candidate.destination().is(Protocol.SRM);
        Location here = write ? candidate.source() : ToolCommands.finalName(candidate);
        String file = ShellWords.quote(FileNames.explicit(here.path()));
        String url = ShellWords.quote(ToolUrls.fileUrl(LocalPaths.absolute(here.path())));
        return switch (candidate.tool()) {
            case GLOBUS_URL_COPY -> "globus-url-copy -fast -p 4 " + (write ? url + " \"$turl\"" : "\"$turl\" " + url);
            case XRDCP -> "xrdcp --force " + (write ? file + " \"$turl\"" : "\"$turl\" " + file);
            // a davs URL is an https one to curl; neither it nor what it is redirected to is ever fetched in clear
            case CURL ->
                "curl --fail --show-error --globoff --location --proto =https --proto-redir =https "
                        + "--cert \"${X509_USER_PROXY:-/tmp/x509up_u$(id -u)}\" "
                        + (write ? "--upload-file " + file : "--output " + file) + " --url \"https:${turl#*:}\"";
            case WAYBILL, SFTP, SCP, RSYNC, LFTP, RCLONE, GFAL_COPY, BBFTP, CP ->
                throw new IllegalArgumentException(candidate.tool() + " copies by no transfer URL");
        };
    }

    /** Shell: notifies the system that the transfer is over. */
    static String finish(Candidate candidate) {
        return end(candidate, List.of());
    }

    /** Shell: notifies the system that the transfer has failed. */
    static String giveUp(Candidate candidate) {
        return end(candidate, List.of("--failed"));
    }

    private static String end(Candidate candidate, List<String> options) {
        boolean write = candidate.destination().is(Protocol.SRM);
        List<String> words = new ArrayList<>(List.of("waybill", "storage", write ? "done" : "release"));
        words.addAll(options);
        words.addAll(List.of("--", surl(write ? candidate.destination() : candidate.source())));
        return ShellWords.join(words);
    }

    static List<Step> steps(Candidate candidate) {
        boolean write = candidate.destination().is(Protocol.SRM);
        return List.of(
                new Step(
                        "Prepare the transfer",
                        "asks the storage system for a transfer URL and waits for it; tape can take long",
                        prepare(candidate)),
                new Step(
                        "Copy",
                        "with " + candidate.tool().command() + " ("
                                + candidate.tool().origin() + ")",
                        copy(candidate)),
                new Step(
                        write ? "Confirm the upload" : "Confirm the download",
                        "until then the storage system reserves space for it",
                        finish(candidate)));
    }
}
