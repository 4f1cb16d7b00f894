package org.waybill.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one descriptor of a protocol: what parser, discovery, advice, security, vault, service, command line and desktop
 * know of it. {@link Protocols} has them all; a new one is made by {@link #named} and registered with a
 * {@link ProtocolProvider} (decision 0250).
 */
public final class Protocol {
    /** Of nodes, for defaults of options. */
    public static final int NODE_PORT = 7411;
    /** Of GridFTP servers and gateways, for defaults of options. */
    public static final int GRIDFTP_PORT = 2811;

    public static final Protocol SSH = named("SSH", 22)
            .proxiedAs("ssh")
            .priority(15)
            .login(Login.SSH)
            .paths(PathMeaning.FILE_SYSTEM, null)
            .encrypted()
            .build();
    public static final Protocol SFTP = named("SFTP", 22)
            .proxiedAs("ssh")
            .priority(6)
            .servedBy(SSH)
            .alias("ssh")
            .login(Login.SSH)
            .paths(PathMeaning.FILE_SYSTEM, SSH)
            .encrypted()
            .client()
            .rclone(RcloneBackend.SFTP)
            .transports(Transport.SFTP, Transport.SCP)
            .tools(
                    ToolUse.moved(Tool.SFTP, Transport.SFTP),
                    ToolUse.scripted(Tool.RSYNC, Transport.RSYNC_OVER_SSH),
                    ToolUse.scripted(Tool.RCLONE, Transport.SFTP))
            .between(ToolUse.moved(Tool.RCLONE, Transport.SFTP))
            .build();
    public static final Protocol SCP = named("SCP", 22)
            .proxiedAs("ssh")
            .priority(8)
            .servedBy(SSH)
            .login(Login.SSH)
            .accountOf(SFTP)
            .paths(PathMeaning.FILE_SYSTEM, SSH)
            .encrypted()
            .client()
            .transports(Transport.SCP, Transport.SFTP)
            .tools(ToolUse.moved(Tool.SCP, Transport.SCP))
            .between(ToolUse.moved(Tool.SCP, Transport.SCP))
            .build();
    public static final Protocol RSYNC = named("RSYNC", 873)
            .title("rsync")
            .priority(11)
            .accountOf(SFTP)
            .client()
            .tools(ToolUse.scripted(Tool.RSYNC, Transport.RSYNC))
            .build();
    public static final Protocol FTP = named("FTP", 21)
            .proxiedAs("ftp")
            .priority(14)
            .login(Login.PASSWORD)
            .paths(PathMeaning.FILE_SYSTEM, null)
            .client()
            .rclone(RcloneBackend.FTP)
            .thirdParty()
            .transports(Transport.FTP)
            .tools(
                    ToolUse.moved(Tool.LFTP, Transport.FTP),
                    ToolUse.scripted(Tool.CURL, Transport.FTP).ofFiles())
            .between(ToolUse.moved(Tool.LFTP, Transport.FTP))
            .build();
    public static final Protocol FTPS = named("FTPS", 990)
            .proxiedAs("ftp")
            .priority(9)
            .servedBy(FTP)
            .login(Login.PASSWORD)
            .certificate()
            .paths(PathMeaning.FILE_SYSTEM, FTP)
            .encrypted()
            .client()
            .rclone(RcloneBackend.FTP)
            .transports(Transport.FTPS)
            .tools(
                    ToolUse.moved(Tool.LFTP, Transport.FTPS),
                    ToolUse.scripted(Tool.CURL, Transport.FTPS).ofFiles())
            .between(ToolUse.moved(Tool.LFTP, Transport.FTPS))
            .build();
    /** Its data channel is in clear unless asked for otherwise. */
    public static final Protocol GSIFTP = named("GSIFTP", GRIDFTP_PORT)
            .title("GridFTP")
            .proxiedAs("ftp")
            .priority(2)
            .servedBy(FTP)
            .login(Login.GRID_PROXY)
            .certificate()
            .paths(PathMeaning.FILE_SYSTEM, null)
            .logInEncrypted()
            .client()
            .thirdParty()
            .transports(Transport.GSIFTP, Transport.GSIFTPS)
            .tools(ToolUse.moved(Tool.GLOBUS_URL_COPY, Transport.GSIFTP).inParallel())
            .between(ToolUse.moved(Tool.GLOBUS_URL_COPY, Transport.GSIFTP).inParallel())
            .build();

    public static final Protocol HTTP = named("HTTP", 80)
            .proxiedAs("http")
            .priority(13)
            .login(Login.PASSWORD)
            .paths(PathMeaning.WEB, null)
            .client()
            .readMostly()
            .rclone(RcloneBackend.HTTP)
            .transports(Transport.HTTP)
            .tools(ToolUse.moved(Tool.CURL, Transport.HTTP).ofFiles())
            .build();
    public static final Protocol HTTPS = named("HTTPS", 443)
            .proxiedAs("https")
            .priority(7)
            .login(Login.PASSWORD)
            .certificate()
            .paths(PathMeaning.WEB, null)
            .encrypted()
            .client()
            .readMostly()
            .rclone(RcloneBackend.HTTP)
            .transports(Transport.HTTP)
            .tools(ToolUse.moved(Tool.CURL, Transport.HTTP).ofFiles())
            .build();
    public static final Protocol DAV = named("DAV", 80)
            .title("WebDAV")
            .proxiedAs("http")
            .priority(12)
            .servedBy(HTTP)
            .login(Login.PASSWORD)
            .accountOf(HTTP)
            .paths(PathMeaning.WEB, HTTP)
            .client()
            .rclone(RcloneBackend.WEBDAV)
            .thirdPartyIfOffered()
            .transports(Transport.HTTP)
            .tools(
                    ToolUse.moved(Tool.RCLONE, Transport.HTTP),
                    ToolUse.scripted(Tool.CURL, Transport.HTTP).ofFiles())
            .between(
                    ToolUse.moved(Tool.WAYBILL, Transport.HTTP),
                    ToolUse.scripted(Tool.GFAL_COPY, Transport.HTTP),
                    ToolUse.moved(Tool.RCLONE, Transport.HTTP))
            .build();
    public static final Protocol DAVS = named("DAVS", 443)
            .title("WebDAV over TLS")
            .proxiedAs("https")
            .priority(5)
            .servedBy(HTTPS)
            .login(Login.PASSWORD)
            .accountOf(HTTPS)
            .paths(PathMeaning.WEB, HTTPS)
            .encrypted()
            .client()
            .rclone(RcloneBackend.WEBDAV)
            .thirdPartyIfOffered()
            .transports(Transport.HTTP)
            .tools(
                    ToolUse.moved(Tool.RCLONE, Transport.HTTP),
                    ToolUse.scripted(Tool.CURL, Transport.HTTP).ofFiles())
            .between(
                    ToolUse.moved(Tool.WAYBILL, Transport.HTTP),
                    ToolUse.scripted(Tool.GFAL_COPY, Transport.HTTP),
                    ToolUse.moved(Tool.RCLONE, Transport.HTTP))
            .build();
    /** Objects in a bucket, which is what its URLs have in place of a host: where it is, the AWS settings say. */
    public static final Protocol S3 = named("S3", 443)
            .priority(16)
            .login(Login.PASSWORD)
            .paths(PathMeaning.BUCKET, null)
            .encrypted()
            .client()
            .rclone(RcloneBackend.S3)
            .transports(Transport.S3)
            .tools(ToolUse.moved(Tool.WAYBILL, Transport.S3), ToolUse.scripted(Tool.RCLONE, Transport.S3))
            .copiedWithin()
            .between(ToolUse.moved(Tool.WAYBILL, Transport.S3), ToolUse.scripted(Tool.RCLONE, Transport.S3))
            .build();
    /**
     * A remote of rclone's configuration, {@code rclone:NAME:path}: where it is, by what protocol, and with which log-in,
     * rclone knows (decision 0318). The port is that of rclone's own remote control, which no one else is asked for.
     */
    public static final Protocol RCLONE = named("RCLONE", 5572)
            .title("rclone")
            .priority(17)
            .paths(PathMeaning.REMOTE, null)
            .client()
            .rclone(RcloneBackend.CONFIGURED)
            .transports(Transport.RCLONE)
            .tools(ToolUse.moved(Tool.WAYBILL, Transport.RCLONE))
            .between(ToolUse.moved(Tool.WAYBILL, Transport.RCLONE))
            .build();
    /** What a storage system sends by is for it to decide. */
    public static final Protocol SRM = named("SRM", 8443)
            .priority(4)
            .login(Login.GRID_PROXY)
            .logInEncrypted()
            .client()
            .thirdParty()
            .tools(ToolUse.scripted(Tool.GFAL_COPY, Transport.SRM).inParallel())
            .between(ToolUse.scripted(Tool.GFAL_COPY, Transport.SRM).inParallel())
            .build();

    public static final Protocol XROOTD = named("XROOTD", 1094)
            .title("XRootD")
            .scheme("root")
            .alias("xroot")
            .alias("xrootd")
            .answersWith("roots", "xroots")
            .priority(3)
            .client()
            .thirdParty()
            .tools(ToolUse.scripted(Tool.XRDCP, Transport.XROOTD).inParallel())
            .between(ToolUse.scripted(Tool.XRDCP, Transport.XROOTD).inParallel())
            .build();
    /** Its password alone is encrypted. */
    public static final Protocol BBFTP = named("BBFTP", 5021)
            .title("bbFTP")
            .priority(10)
            .paths(PathMeaning.FILE_SYSTEM, null)
            .logInEncrypted()
            .client()
            .tools(ToolUse.scripted(Tool.BBFTP, Transport.BBFTP).inParallel().ofFiles())
            .build();
    /** A node of our own. */
    public static final Protocol WAYBILL = named("WAYBILL", NODE_PORT)
            .proxiedAs("waybill")
            .priority(1)
            .login(Login.PAIRING)
            .paths(PathMeaning.DATA_DIRECTORY, null)
            .encrypted()
            .client()
            .thirdParty()
            .transports(Transport.TCP, Transport.PLUT, Transport.TSP)
            .tools(ToolUse.moved(Tool.WAYBILL, Transport.TCP).inParallel())
            .between(ToolUse.moved(Tool.WAYBILL, Transport.TCP).inParallel())
            .build();

    /** In the order in which the catalogue and the documents name them. */
    static final List<Protocol> BUILT_IN = List.of(
            SSH, SFTP, SCP, RSYNC, FTP, FTPS, GSIFTP, HTTP, HTTPS, S3, RCLONE, DAV, DAVS, SRM, XROOTD, BBFTP, WAYBILL);

    private final ProtocolBuilder facts;

    Protocol(ProtocolBuilder facts) {
        this.facts = facts;
    }

    /** Begins the descriptor of a protocol; its scheme is the name in small letters. */
    public static ProtocolBuilder named(String name, int defaultPort) {
        return new ProtocolBuilder(name, defaultPort);
    }

    /**
     * The protocol of a name, as the catalogue keeps it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Protocol valueOf(String name) {
        return Protocols.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown protocol " + name));
    }

    /** In capitals, as the catalogue and JSON have it. */
    @JsonValue
    public String name() {
        return facts.name;
    }

    /** What people call it: SFTP, GridFTP, WebDAV. */
    public String title() {
        return facts.title;
    }

    /** In URLs, on the command line and in JSON. */
    public String scheme() {
        return facts.scheme;
    }

    /** Other schemes under which URLs name it. */
    public List<String> aliases() {
        return List.copyOf(facts.aliases);
    }

    /** Whether a server may name a URL of another scheme for a file that was asked for by this protocol. */
    public boolean answersWith(String otherScheme) {
        return facts.answers.contains(otherScheme);
    }

    /** The port that it is usually found on. */
    public int defaultPort() {
        return facts.defaultPort;
    }

    /** 1 is best: known performance and security, with preference for secure bulk protocols (Lu 2011, 4.1.1.5). */
    public int priority() {
        return facts.priority;
    }

    public Protection protection() {
        return facts.protection;
    }

    /** The protocol whose servers serve this one too, at the same port and with the same greeting; or itself. */
    public Protocol server() {
        Protocol server = facts.server;
        return server == null ? this : server;
    }

    public PathMeaning pathMeaning() {
        return facts.pathMeaning;
    }

    /** Whether a path means the same place by both. */
    public boolean sharesPathsWith(Protocol other) {
        return pathsOf() == other.pathsOf();
    }

    private Protocol pathsOf() {
        Protocol paths = facts.pathsOf;
        return paths == null ? this : paths;
    }

    public Login login() {
        return facts.login;
    }

    /** The protocol under whose scheme the vault keeps its accounts; or itself. */
    public Protocol account() {
        Protocol account = facts.account;
        return account == null ? this : account;
    }

    /** Whether its servers may ask for a user's certificate. */
    public boolean takesCertificate() {
        return facts.certificate;
    }

    /** Whether it copies files, and does not just carry others. */
    public boolean movesFiles() {
        return facts.client;
    }

    /**
     * The scheme by which its client asks for the proxy that the environment names, so that its servers may be reached
     * by that alone: {@code http} and {@code https} have a variable of their own. Null where it goes through none.
     */
    public @Nullable String proxiedAs() {
        return facts.proxiedAs;
    }

    /** Whether a client may make one server send to, or fetch from, another. */
    public boolean isThirdParty() {
        return facts.thirdParty;
    }

    /** Whether that is so only where one of the two servers offers it ({@link ServersCopy}). */
    public boolean isThirdPartyIfOffered() {
        return facts.offeredOnly;
    }

    /**
     * Whether all its places that one user names are of one server, which copies from one to the other itself at Waybill's
     * word.
     */
    public boolean isCopiedWithin() {
        return facts.copiedWithin;
    }

    /**
     * Whether its servers usually let files only be read: uploads work where they are offered, and files are neither
     * listed, renamed nor deleted.
     */
    public boolean isReadMostly() {
        return facts.readMostly;
    }

    /** Whether Waybill can rename and delete files at its servers. */
    public boolean isChangeable() {
        return !facts.readMostly && !facts.transports.isEmpty();
    }

    /** What rclone reaches its servers by; null where it cannot. */
    public @Nullable RcloneBackend rclone() {
        return facts.rclone;
    }

    /** What {@code copy --transport} can carry it by, the usual one first; none where Waybill has no mover for it. */
    public List<Transport> transports() {
        return facts.transports;
    }

    /** The tools that copy between this machine and a server, best first. */
    public List<ToolUse> tools() {
        return facts.tools;
    }

    /** The tools that copy between two servers, straight or through this machine, best first. */
    public List<ToolUse> toolsBetweenServers() {
        return facts.between;
    }

    @Override
    public String toString() {
        return facts.name;
    }
}
