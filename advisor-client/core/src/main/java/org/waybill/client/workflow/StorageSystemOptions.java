package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Protocol;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageFacts;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.client.estimate.Dataset;
import org.waybill.engine.Location;

/**
 * Ways through a storage system that speaks SRM, step by step: it is asked to make the file ready, asked after until it
 * names a transfer URL, the data are moved by that, and it is told that they were.
 *
 * @param facts what the system says of itself and of the path
 * @param write whether it is the destination
 */
record StorageSystemOptions(Location at, StorageFacts facts, boolean write) {
    static final String TRANSPORT = "srm+";
    private static final int DEFAULT_PORT = 8443;

    /** The end of the case that is an SRM's, if the service knows the system; null if not. */
    static @Nullable StorageSystemOptions of(SurveyedSource of, AdvisorConnection desk) throws InterruptedException {
        Location source = of.request().source().location();
        Location destination = of.request().destination().location();
        boolean read = source.scheme().equals("srm");
        if (read == destination.scheme().equals("srm") || !(read ? destination : source).isLocal()) {
            return null;
        }
        Location at = read ? source : destination;
        return desk.storage(surl(at)).map(facts -> new StorageSystemOptions(at, facts, !read)).orElse(null);
    }

    /** In the form that every storage system takes. */
    static String surl(Location at) {
        String host = at.host().contains(":") ? "[" + at.host() + "]" : at.host();
        return "srm://" + host + ":" + (at.port() == 0 ? DEFAULT_PORT : at.port()) + "/srm/managerv2?SFN="
                + UrlPath.encode(at.path());
    }

    static boolean isOne(Candidate candidate) {
        return candidate.transport().startsWith(TRANSPORT);
    }

    /** A way for each transfer protocol of the system that a tool here can use. */
    List<Candidate> candidates(SurveyedSource of) {
        List<Candidate> options = new ArrayList<>();
        for (String protocol : facts.protocols()) {
            Tool tool = switch (protocol) {
                case "gsiftp" -> Tool.GLOBUS_URL_COPY;
                case "https", "davs" -> Tool.CURL;
                case "root" -> Tool.XRDCP;
                default -> null;
            };
            if (tool != null && !of.directory()) {
                options.add(new Candidate(tool, Protocol.SRM, TRANSPORT + protocol, of.request().source().location(),
                        of.request().destination().location(), List.of(), 1, false, true, false));
            }
        }
        return options;
    }

    /** The file to be read; null if the system says nothing of it. */
    @Nullable StorageEntry file() {
        return write || facts.entries().size() != 1 ? null : facts.entries().getFirst();
    }

    /** How much there is to read; null if the system does not say. */
    @Nullable Dataset dataset() {
        StorageEntry file = file();
        return file == null || file.bytes() == null ? null : new Dataset(file.bytes(), 1);
    }

    /** How long a tape takes nobody knows beforehand. */
    boolean onTape() {
        StorageEntry file = file();
        return file != null && file.locality().equals("NEARLINE");
    }

    /** What it is, for a reason. */
    String told() {
        StorageEntry file = file();
        return facts.system() + " speaks SRM " + facts.version() + " and offers " + String.join(", ", facts.protocols())
                + (file == null || file.locality().isEmpty() ? "" : "; the file is " + file.locality());
    }

    /** Shell: has the file made ready, and keeps the transfer URL in {@code turl}. */
    static String prepare(Candidate candidate) {
        boolean write = candidate.destination().scheme().equals("srm");
        List<String> words = new ArrayList<>(List.of("waybill", "storage", write ? "put" : "get", "--protocol",
                candidate.transport().substring(TRANSPORT.length())));
        words.addAll(List.of("--", surl(write ? candidate.destination() : candidate.source())));
        return "turl=$(" + ShellWords.join(words)
                + (write ? " " + ShellWords.quote(candidate.source().path()) : "") + ")";
    }

    /** Shell: moves the data by the transfer URL. */
    static String copy(Candidate candidate) {
        boolean write = candidate.destination().scheme().equals("srm");
        Location here = write ? candidate.source() : candidate.destination();
        String file = ShellWords.quote(FileNames.explicit(write ? here.path() : finalName(candidate)));
        String url = ShellWords.quote(ToolUrls.fileUrl(LocalPaths.absolute(write ? here.path()
                : finalName(candidate))));
        return switch (candidate.tool()) {
            case GLOBUS_URL_COPY -> "globus-url-copy -fast -p 4 "
                    + (write ? url + " \"$turl\"" : "\"$turl\" " + url);
            case XRDCP -> "xrdcp " + (write ? file + " \"$turl\"" : "\"$turl\" " + file);
            // a davs URL is an https one to curl; neither it nor what it is redirected to is ever fetched in clear
            default -> "curl --fail --show-error --globoff --location --proto =https --proto-redir =https "
                    + "--cert \"${X509_USER_PROXY:-/tmp/x509up_u$(id -u)}\" "
                    + (write ? "--upload-file " + file : "--output " + file) + " --url \"https:${turl#*:}\"";
        };
    }

    private static String finalName(Candidate candidate) {
        String to = candidate.destination().path();
        return FileNames.saysDirectory(to) ? FileNames.within(to, FileNames.last(candidate.source().path())) : to;
    }

    /** Shell: tells the system that the transfer is over. */
    static String finish(Candidate candidate) {
        boolean write = candidate.destination().scheme().equals("srm");
        return ShellWords.join(List.of("waybill", "storage", write ? "done" : "release", "--",
                surl(write ? candidate.destination() : candidate.source())));
    }

    static List<Step> steps(Candidate candidate) {
        boolean write = candidate.destination().scheme().equals("srm");
        return List.of(new Step("Have it made ready", "asks the storage system, and waits for a transfer URL; "
                + "tape takes its time", prepare(candidate)),
                new Step("Move", "with " + candidate.tool().command() + " (" + candidate.tool().origin() + ")",
                        copy(candidate)),
                new Step(write ? "Say that it is written" : "Say that it is read",
                        "until then the storage system keeps room for it", finish(candidate)));
    }
}
