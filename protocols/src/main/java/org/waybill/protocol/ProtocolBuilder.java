package org.waybill.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says what a protocol is. What is not said is the careful answer: in clear, of its own, not copied by Waybill. */
public final class ProtocolBuilder {
    private static final int LAST = 100;

    final String name;
    final int defaultPort;
    final List<String> aliases = new ArrayList<>();
    String scheme;
    String title;
    int priority = LAST;
    Protection protection = Protection.CLEARTEXT;
    PathMeaning pathMeaning = PathMeaning.OWN;
    Login login = Login.OF_ITS_TOOL;

    @Nullable
    Protocol server;

    @Nullable
    Protocol pathsOf;

    @Nullable
    Protocol account;

    boolean certificate;
    boolean client;
    boolean thirdParty;
    boolean copiedWithin;
    boolean offeredOnly;
    boolean readMostly;

    @Nullable
    RcloneBackend rclone;

    @Nullable
    String proxiedAs;

    List<String> answers = List.of();
    List<Transport> transports = List.of();
    List<ToolUse> tools = List.of();
    List<ToolUse> between = List.of();

    ProtocolBuilder(String name, int defaultPort) {
        this.name = name;
        this.defaultPort = defaultPort;
        this.scheme = name.toLowerCase(Locale.ROOT);
        this.title = name;
    }

    ProtocolBuilder scheme(String inUrls) {
        scheme = inUrls;
        return this;
    }

    /** What people call it, where that is not its name in capitals. */
    public ProtocolBuilder title(String usual) {
        title = usual;
        return this;
    }

    ProtocolBuilder alias(String other) {
        aliases.add(other);
        return this;
    }

    /** Schemes of the same protocol, better protected, that its tools take as they are. */
    ProtocolBuilder answersWith(String... otherSchemes) {
        answers = List.of(otherSchemes);
        return this;
    }

    /** 1 is best; 1 to 5 are for bulk data, which advice looks for at hosts nearby and puts intermediate copies by. */
    public ProtocolBuilder priority(int place) {
        priority = place;
        return this;
    }

    /** Log-in and data are encrypted. */
    public ProtocolBuilder encrypted() {
        protection = Protection.ENCRYPTED;
        return this;
    }

    ProtocolBuilder logInEncrypted() {
        protection = Protection.LOG_IN_ONLY;
        return this;
    }

    ProtocolBuilder servedBy(Protocol other) {
        server = other;
        return this;
    }

    /** @param same a protocol in which every path means the same; null for none */
    public ProtocolBuilder paths(PathMeaning meaning, @Nullable Protocol same) {
        pathMeaning = meaning;
        pathsOf = same;
        return this;
    }

    public ProtocolBuilder login(Login how) {
        login = how;
        return this;
    }

    ProtocolBuilder accountOf(Protocol other) {
        account = other;
        return this;
    }

    ProtocolBuilder certificate() {
        certificate = true;
        return this;
    }

    /** A client may send to its servers and fetch from them. */
    public ProtocolBuilder client() {
        client = true;
        return this;
    }

    /** See {@link Protocol#proxiedAs}. */
    public ProtocolBuilder proxiedAs(String scheme) {
        proxiedAs = scheme;
        return this;
    }

    /** A client may make one server send to another. */
    public ProtocolBuilder thirdParty() {
        thirdParty = true;
        return this;
    }

    /** See {@link Protocol#isThirdPartyIfOffered}. */
    ProtocolBuilder thirdPartyIfOffered() {
        offeredOnly = true;
        return thirdParty();
    }

    /** See {@link Protocol#isCopiedWithin}. */
    public ProtocolBuilder copiedWithin() {
        copiedWithin = true;
        return this;
    }

    /** See {@link Protocol#isReadMostly}. */
    public ProtocolBuilder readMostly() {
        readMostly = true;
        return this;
    }

    /** Lets rclone copy between its servers and others, through this machine. */
    public ProtocolBuilder rclone(RcloneBackend backend) {
        rclone = backend;
        return this;
    }

    public ProtocolBuilder transports(Transport... usualFirst) {
        transports = List.of(usualFirst);
        return this;
    }

    public ProtocolBuilder tools(ToolUse... bestFirst) {
        tools = List.of(bestFirst);
        return this;
    }

    ProtocolBuilder between(ToolUse... bestFirst) {
        between = List.of(bestFirst);
        return this;
    }

    public Protocol build() {
        return new Protocol(this);
    }
}
