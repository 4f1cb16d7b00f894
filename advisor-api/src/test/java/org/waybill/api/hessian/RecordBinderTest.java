package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ServiceEndpoint;
import org.waybill.protocol.Protocol;

/** Values at and beyond the edge of what a declared type takes, from the wire and from JSON alike. */
class RecordBinderTest {
    private static final long EXACT = 1L << 53;

    /** An interface that reaches each kind of type. */
    interface Everything {
        Optional<Place> place(
                List<String> texts,
                boolean whether,
                int count,
                long bytes,
                double rate,
                Instant at,
                ServiceEndpoint endpoint);
    }

    private static final StrictSerializerFactory FACTORY =
            new StrictSerializerFactory(HessianLimits.DEFAULT, Everything.class);

    private static Object fit(Type type, Object value) throws RefusedException {
        return FACTORY.newFitter().fit(type, value, false);
    }

    private static Type typeOf(int parameter) {
        return Everything.class.getMethods()[0].getGenericParameterTypes()[parameter];
    }

    static Stream<Arguments> numbersThatFit() {
        return Stream.of(
                arguments(int.class, (long) Integer.MAX_VALUE, Integer.MAX_VALUE),
                arguments(int.class, (long) Integer.MIN_VALUE, Integer.MIN_VALUE),
                arguments(int.class, 2_147_483_647.0, Integer.MAX_VALUE),
                arguments(int.class, -0.0, 0),
                arguments(long.class, Long.MAX_VALUE, Long.MAX_VALUE),
                arguments(long.class, Long.MIN_VALUE, Long.MIN_VALUE),
                arguments(long.class, (double) EXACT, EXACT),
                arguments(long.class, (double) -EXACT, -EXACT),
                arguments(double.class, EXACT, (double) EXACT),
                arguments(double.class, -EXACT, (double) -EXACT),
                arguments(double.class, Double.MAX_VALUE, Double.MAX_VALUE),
                arguments(double.class, Double.MIN_VALUE, Double.MIN_VALUE),
                arguments(double.class, 7, 7.0));
    }

    @ParameterizedTest
    @MethodSource("numbersThatFit")
    void aNumberAtTheEdgeOfItsTypeFits(Type type, Object value, Object fitted) throws RefusedException {
        assertThat(fit(type, value)).isEqualTo(fitted);
    }

    static Stream<Arguments> numbersThatDoNot() {
        BigInteger beyond = BigInteger.TWO.pow(64).add(BigInteger.valueOf(5));
        return Stream.of(
                arguments(int.class, Integer.MAX_VALUE + 1L, "is too large"),
                arguments(int.class, Integer.MIN_VALUE - 1L, "is too large"),
                arguments(int.class, 2_147_483_648.0, "is too large"),
                arguments(int.class, beyond, "is too large"),
                arguments(long.class, beyond, "is too large"),
                arguments(long.class, beyond.negate(), "is too large"),
                arguments(long.class, BigInteger.ONE.shiftLeft(63), "is too large"),
                arguments(long.class, Math.nextUp((double) EXACT), "should be a whole number, not Double"),
                arguments(long.class, -Math.nextUp((double) EXACT), "should be a whole number, not Double"),
                arguments(long.class, 0.5, "should be a whole number, not Double"),
                arguments(long.class, Double.NaN, "should be a whole number, not Double"),
                arguments(long.class, Double.POSITIVE_INFINITY, "should be a whole number, not Double"),
                arguments(long.class, new BigDecimal("5.5"), "should be a number, not BigDecimal"),
                arguments(double.class, EXACT + 1, "no such number"),
                arguments(double.class, beyond, "no such number"),
                arguments(double.class, -EXACT - 1, "no such number"),
                arguments(double.class, Double.NEGATIVE_INFINITY, "no such number"),
                arguments(double.class, Double.NaN, "no such number"));
    }

    @ParameterizedTest
    @MethodSource("numbersThatDoNot")
    void aNumberThatWouldLoseSomethingIsRefused(Type type, Object value, String why) {
        assertThatThrownBy(() -> fit(type, value))
                .isInstanceOf(RefusedException.class)
                .hasMessage(why);
    }

    static Stream<Arguments> valuesOfTheWrongType() {
        return Stream.of(
                arguments(int.class, "5", "should be a number, not String"),
                arguments(long.class, true, "should be a number, not Boolean"),
                arguments(double.class, List.of(1.0), "should be a number, not ListN"),
                arguments(boolean.class, 1, "should be true or false, not Integer"),
                arguments(boolean.class, "true", "should be true or false, not String"),
                arguments(String.class, 5, "should be text, not Integer"),
                arguments(String.class, List.of("x"), "should be text, not List12"),
                arguments(Instant.class, 5L, "should be Instant, not Long"),
                arguments(PlaceBasis.class, 1, "should be PlaceBasis, not Integer"),
                arguments(Protocol.class, 1, "should be Protocol, not Integer"),
                arguments(Place.class, "Bonn", "should be Place, not String"),
                arguments(Place.class, List.of(), "should be Place, not ListN"));
    }

    @ParameterizedTest
    @MethodSource("valuesOfTheWrongType")
    void aValueOfAnotherTypeIsRefusedAndNeverConverted(Type type, Object value, String why) {
        if (value instanceof List<?>) {
            assertThatThrownBy(() -> fit(type, value))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageStartingWith(why.substring(0, why.indexOf(" not ")));
        } else {
            assertThatThrownBy(() -> fit(type, value))
                    .isInstanceOf(RefusedException.class)
                    .hasMessage(why);
        }
    }

    @Test
    void namesOfConstantsAreExact() throws RefusedException {
        assertThat(fit(PlaceBasis.class, "CATALOGUE")).isEqualTo(PlaceBasis.CATALOGUE);
        for (String name : List.of("catalogue", "", " CATALOGUE", "CATALOGUE\0", "NOWHERE")) {
            assertThatThrownBy(() -> fit(PlaceBasis.class, name)).hasMessage("no such PlaceBasis");
            assertThatThrownBy(() -> fit(Protocol.class, name)).hasMessage("no such Protocol");
        }
    }

    @Test
    void aListSaysWhichElementIsWrong() throws RefusedException {
        assertThat(fit(typeOf(0), List.of("a", "b"))).isEqualTo(List.of("a", "b"));
        List<Object> hole = new ArrayList<>(List.of("a"));
        hole.add(null);
        assertThatThrownBy(() -> fit(typeOf(0), hole)).hasMessage("[1]: is missing");
        assertThatThrownBy(() -> fit(typeOf(0), List.of("a", "b", 3))).hasMessage("[2]: should be text, not Integer");
        assertThatThrownBy(() -> fit(typeOf(0), "a")).hasMessage("should be a list, not String");
        assertThatThrownBy(() -> fit(typeOf(0), null)).hasMessage("should be a list, not nothing");
    }

    static Stream<Arguments> recordsAtTheirEdge() {
        return Stream.of(
                arguments("latitude", 90.0, true),
                arguments("latitude", -90, true),
                arguments("latitude", Math.nextUp(90.0), false),
                arguments("latitude", -91, false),
                arguments("longitude", 180, true),
                arguments("longitude", -180.0, true),
                arguments("longitude", Math.nextDown(-180.0), false),
                arguments("longitude", 181, false),
                arguments("port", 1, true),
                arguments("port", 65_535, true),
                arguments("port", 0, false),
                arguments("port", 65_536, false),
                arguments("port", -1, false));
    }

    @ParameterizedTest
    @MethodSource("recordsAtTheirEdge")
    void aRecordsOwnBoundsHoldForWhatIsReadToo(String field, Number value, boolean fits) {
        Class<?> type = field.equals("port") ? ServiceEndpoint.class : Place.class;
        Map<String, Object> fields = new HashMap<>(Map.of(
                "city",
                "",
                "country",
                "",
                "latitude",
                0,
                "longitude",
                0,
                "basis",
                "CATALOGUE",
                "protocol",
                "SFTP",
                "host",
                "h",
                "port",
                22,
                "banner",
                ""));
        fields.put(field, value);
        if (fits) {
            assertThatCode(() -> fit(type, fields)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> fit(type, fields))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageStartingWith(type.getSimpleName() + ": ")
                    .hasMessageContaining(field);
        }
    }

    @Test
    void exactlySoManyValuesAreBuiltOfOneBody() throws RefusedException {
        HessianLimits four = new HessianLimits(1_000, 1_000, 1_000, 8, 8, 8, 4);
        Type texts = typeOf(0);
        List<String> three = Collections.nCopies(3, "x");
        StrictSerializerFactory factory = new StrictSerializerFactory(four, Everything.class);
        assertThat(factory.fitted(texts, three)).as("a list counts as one").isEqualTo(three);
        assertThatThrownBy(() -> factory.fitted(texts, Collections.nCopies(4, "x")))
                .hasMessageContaining("too many");
    }

    static Stream<Arguments> textsOfValues() {
        String longest = "0".repeat(99) + "1";
        return Stream.of(
                arguments(Instant.class, "2026-01-02T03:04:05Z", true),
                arguments(Instant.class, "0000-01-01T00:00:00Z", true),
                arguments(Instant.class, "9999-12-31T23:59:59.999999999Z", true),
                arguments(Instant.class, "+10000-01-01T00:00:00Z", false),
                arguments(Instant.class, "-0001-12-31T23:59:59Z", false),
                arguments(Instant.class, "+1000000000-12-31T23:59:59Z", false),
                arguments(Instant.class, "2026-01-02", false),
                arguments(Instant.class, "", false),
                arguments(Instant.class, "2026-02-30T00:00:00Z", false),
                arguments(Duration.class, "PT0.000000001S", true),
                arguments(Duration.class, "PT1", false),
                arguments(Duration.class, "PT9223372036854775808S", false),
                arguments(LocalDate.class, "2026-02-28", true),
                arguments(LocalDate.class, "2026-02-29", false),
                arguments(BigDecimal.class, longest, true),
                arguments(BigDecimal.class, "0" + longest, false),
                arguments(BigDecimal.class, "1e99999999999", false),
                arguments(BigDecimal.class, "one", false),
                arguments(UUID.class, "123e4567-e89b-12d3-a456-426614174000", true),
                arguments(UUID.class, "123e4567", false),
                arguments(UUID.class, "x".repeat(101), false));
    }

    @ParameterizedTest
    @MethodSource("textsOfValues")
    void textIsAValueOfItsTypeOrRefusedInOneLine(Class<?> type, String text, boolean fits) throws RefusedException {
        if (fits) {
            assertThat(TextValues.parse(type, text)).isInstanceOf(type);
        } else {
            assertThatThrownBy(() -> TextValues.parse(type, text))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageMatching("no \\w+ in 101 characters|not a valid \\w+");
        }
    }

    /** Later arithmetic on it (milliseconds, a column of the database) would overflow. */
    @Test
    void aDateOfTheWireIsHeldToTheSameYears() throws RefusedException {
        assertThat(fit(Instant.class, new Date(0))).isEqualTo(Instant.EPOCH);
        for (long millis : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 253_402_300_800_000L}) {
            assertThatThrownBy(() -> fit(Instant.class, new Date(millis))).hasMessage("not a valid Instant");
        }
    }
}
