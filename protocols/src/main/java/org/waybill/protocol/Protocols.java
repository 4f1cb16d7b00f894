package org.waybill.protocol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The registry of all protocols and transports there are: the built-in ones, and what providers on the path add. */
public final class Protocols {
    /** The scheme of paths on this machine. */
    public static final String FILE = "file";
    /** The scheme of standard input and output. */
    public static final String STREAM = "stream";

    private static final List<Protocol> ALL = load();
    private static final Map<String, Protocol> BY_NAME = byName();
    private static final Map<String, Transport> TRANSPORTS = transportsByName();

    private Protocols() {}

    private static List<Protocol> load() {
        List<Protocol> all = new ArrayList<>(Protocol.BUILT_IN);
        for (ProtocolProvider provider : ServiceLoader.load(ProtocolProvider.class, Protocols.class.getClassLoader())) {
            all.addAll(provider.protocols());
        }
        return List.copyOf(all);
    }

    private static Map<String, Protocol> byName() {
        Map<String, Protocol> names = new HashMap<>();
        for (Protocol protocol : ALL) {
            Stream.concat(
                            Stream.of(protocol.scheme(), protocol.name().toLowerCase(Locale.ROOT)),
                            protocol.aliases().stream())
                    .forEach(name -> names.putIfAbsent(name, protocol));
        }
        return names;
    }

    private static Map<String, Transport> transportsByName() {
        Map<String, Transport> names = new HashMap<>();
        Stream.concat(Transport.BUILT_IN.stream(), ALL.stream().flatMap(one -> one.transports().stream()))
                .forEach(transport -> names.putIfAbsent(transport.name(), transport));
        return names;
    }

    public static List<Protocol> all() {
        return ALL;
    }

    /** The protocol of a URL scheme or command line name, in upper or lower case. */
    public static Optional<Protocol> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The protocol that copies files under a URL's scheme, or under another spelling of it. */
    public static Optional<Protocol> ofUrl(String scheme) {
        return movingFiles()
                .filter(one -> one.scheme().equals(scheme) || one.aliases().contains(scheme))
                .findFirst();
    }

    /** The protocols that copy files. */
    public static Stream<Protocol> movingFiles() {
        return ALL.stream().filter(Protocol::movesFiles);
    }

    /** The schemes of URLs whose data Waybill itself copies, without another tool. */
    public static List<String> movedSchemes() {
        return movingFiles()
                .filter(one -> !one.transports().isEmpty())
                .map(Protocol::scheme)
                .toList();
    }

    /** Whether a scheme means this machine or process. */
    public static boolean isLocal(String scheme) {
        return scheme.equals(FILE) || scheme.equals(STREAM);
    }

    /** A transport by its name, in upper or lower case; usual costs for one known by name only. */
    public static Transport transport(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        Transport known = TRANSPORTS.get(small);
        return known == null ? Transport.usual(small, Transport.TCP.endsBitsPerSecond()) : known;
    }

    /** The schemes of the protocols that a transport carries. */
    public static List<String> schemes(Transport transport) {
        return movingFiles()
                .filter(one -> one.transports().contains(transport))
                .map(Protocol::scheme)
                .toList();
    }

    /** What {@code --transport} can name, in the order of the protocols' priority. */
    public static List<String> transportNames() {
        return movingFiles()
                .sorted(Comparator.comparingInt(Protocol::priority))
                .flatMap(one -> one.transports().stream())
                .map(Transport::name)
                .distinct()
                .toList();
    }
}
