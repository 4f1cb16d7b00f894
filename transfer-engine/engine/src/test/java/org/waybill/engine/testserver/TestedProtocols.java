package org.waybill.engine.testserver;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** That tests which name their protocols miss none. */
public final class TestedProtocols {
    private TestedProtocols() {}

    /**
     * Requires a constant for each protocol that Waybill copies files by: of its name or of one of its transports.
     *
     * @param tested an enum; its {@code NODE} is Waybill's own protocol
     * @param elsewhere the names of protocols that these tests leave to others on purpose
     * @throws IllegalStateException that says what is missing
     */
    public static void requireIn(Class<? extends Enum<?>> tested, String... elsewhere) {
        require(
                tested.getName(),
                Stream.of(tested.getEnumConstants()).map(Enum::name).toList(),
                elsewhere);
    }

    /**
     * The same of tests that list schemes or transports, in small letters.
     *
     * @param elsewhere in capitals
     */
    public static void requireIn(Class<?> tests, List<String> tested, String... elsewhere) {
        require(
                tests.getName(),
                tested.stream().map(one -> one.toUpperCase(Locale.ROOT)).toList(),
                elsewhere);
    }

    private static void require(String where, List<String> tested, String... elsewhere) {
        List<String> names = Stream.concat(tested.stream(), Arrays.stream(elsewhere))
                .map(name -> name.equals("NODE") ? Protocol.WAYBILL.name() : name)
                .toList();
        List<String> missing = Protocols.movingFiles()
                .filter(one -> !one.transports().isEmpty())
                .filter(one -> Stream.concat(
                                Stream.of(one.name()),
                                one.transports().stream()
                                        .map(transport -> transport.name().toUpperCase(Locale.ROOT)))
                        .noneMatch(names::contains))
                .map(Protocol::name)
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException(where + " has no case of " + String.join(", ", missing)
                    + ": add one, with its server, or name it where these tests are compared with the registry");
        }
    }
}
