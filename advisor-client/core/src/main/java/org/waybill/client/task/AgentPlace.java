package org.waybill.client.task;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import jdk.net.ExtendedSocketOptions;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.RecordProperties;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.LibC;
import org.waybill.platform.PrivateFiles;

/** Where the agent of this home and machine is: what it holds, what it publishes, and who may be at its socket. */
record AgentPlace(WaybillHome home) {
    private static final String UNKNOWN = "unknown";
    /** With the zero at its end, {@code sun_path} of Linux has 108 bytes, of other systems fewer. */
    private static final int LONGEST_SOCKET_BYTES = 100;

    /**
     * What a running agent publishes.
     *
     * @param socket path of its socket
     * @param build the jar that its code is from, and that file's time, by which a command sees that it was replaced
     * @param version of Waybill; empty before versions were published
     */
    record Address(String socket, long pid, String build, String version) {
        Address {
            build = Objects.requireNonNullElse(build, UNKNOWN);
            version = Objects.requireNonNullElse(version, "");
        }

        /** Whether what it runs is not what a command of today has, which may say what it does not understand. */
        boolean isOutdated() {
            return !version.equals(AgentPlace.version()) || isReplaced(build);
        }
    }

    /** Held by the agent while it lives. */
    Path lock() {
        return home.agent().resolve(WaybillHome.thisMachine() + ".lock");
    }

    /** The address; its time of change, every minute, is the lease of the machine's tasks. */
    Path file(String machine) {
        return home.agent().resolve(machine);
    }

    void publish(Address address) throws IOException {
        PrivateFiles.replace(file(WaybillHome.thisMachine()), RecordProperties.write(address));
    }

    Optional<Address> published() {
        try {
            return Optional.of(RecordProperties.read(Address.class, Files.readString(file(WaybillHome.thisMachine()))));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Of this process's code. */
    static String version() {
        return Objects.requireNonNullElse(AgentPlace.class.getPackage().getImplementationVersion(), "development");
    }

    /** The jar of this process's code, and its time. */
    static String build() {
        try {
            return stamped(Path.of(AgentPlace.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (IOException | URISyntaxException e) {
            return UNKNOWN;
        }
    }

    /**
     * Whether an agent's jar is no longer what it was: other classes cannot be loaded from it any more. Another program
     * has the same classes from a jar at another place: that is nothing to the agent.
     */
    static boolean isReplaced(String build) {
        int time = build.lastIndexOf(' ');
        try {
            return time > 0 && !stamped(Path.of(build.substring(0, time))).equals(build);
        } catch (IOException _) {
            return true;
        }
    }

    static String stamped(Path jar) throws IOException {
        return jar + " " + Files.getLastModifiedTime(jar);
    }

    /** Makes the directory in the home, and where there is one, that of the user's session: the socket's goes there. */
    Path newSocket(Map<String, String> environment) throws IOException, TransferException {
        PrivateFiles.createDirectory(home.agent());
        requireOurs(home.agent());
        String session = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        Path directory = home.agent();
        if (!session.isBlank() && Files.isDirectory(Path.of(session)) && isOurs(Path.of(session))) {
            directory = Path.of(session).toAbsolutePath().resolve("waybill/");
            PrivateFiles.createDirectory(directory);
            requireOurs(directory);
        }
        String seed = WaybillHome.thisMachine() + "\n" + home.root().toRealPath();
        Path socket = directory.resolve(
                UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .substring(0, 13) + ".sock");
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET_BYTES) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "the path of the agent's socket is too long (" + socket
                            + "): set XDG_RUNTIME_DIR to a directory of your own with a shorter path");
        }
        requireOurs(socket);
        Files.deleteIfExists(socket);
        return socket;
    }

    /** Refuses what another user owns, or others may write to; what is not there is nobody's. */
    static void requireOurs(Path path) throws IOException, TransferException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !isOurs(path)) {
            throw new TransferException(
                    Reason.UNSAFE,
                    path + " belongs to "
                            + Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName()
                            + " or is open to others: remove it, or make it yours alone");
        }
    }

    private static boolean isOurs(Path path) throws IOException {
        return (!LibC.isSupported()
                        || Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                                .equals(PrivateFiles.thisUser()))
                && !PrivateFiles.isOpenToOthers(path);
    }

    /** Refuses the other end of a connection if it is another user's process. */
    void requireOurs(SocketChannel peer) throws IOException, TransferException {
        if (!peer.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            return; // then the directory's modes alone keep others away
        }
        UserPrincipal user = peer.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!user.equals(Files.getOwner(home.agent()))) {
            throw new TransferException(
                    Reason.PERMISSION,
                    "the process at the agent's socket is run by " + user.getName() + ", not by you");
        }
    }
}
