package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.caucho.hessian.io.Hessian2Output;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.api.AdvisorService;
import org.waybill.api.HopQuery;
import org.waybill.api.Place;
import org.waybill.api.ServiceException;
import org.waybill.api.account.AccountService;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Organisation;
import org.waybill.protocol.Protocol;

class ContractRoundTripTest {
    private static final StrictSerializerFactory FACTORY = new StrictSerializerFactory(
            HessianLimits.DEFAULT, AdvisorService.class, CatalogService.class, AccountService.class);

    static Stream<Class<?>> recordsOfTheContract() {
        return FACTORY.types().all().stream().filter(Class::isRecord);
    }

    static Stream<Class<?>> enumsOfTheContract() {
        return FACTORY.types().all().stream().filter(Class::isEnum);
    }

    static byte[] reply(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Hessian2Output out = new Hessian2Output(bytes);
        out.setSerializerFactory(FACTORY);
        out.writeReply(value);
        out.flush();
        return bytes.toByteArray();
    }

    static Object read(byte[] reply) throws IOException {
        new BodyScanner(reply, FACTORY.limits(), FACTORY.types().names()).checkReply();
        return new StrictInput(reply, 4, FACTORY).readObject();
    }

    @ParameterizedTest
    @MethodSource("recordsOfTheContract")
    void everyRecordComesBackAsItWent(Class<?> type) throws IOException {
        for (long seed = 0; seed < 50; seed++) {
            RandomValues values = new RandomValues(FACTORY.types(), seed);
            List<Object> sent = List.of(values.record(type), values.record(type));
            assertThat(read(reply(sent))).as("seed %d", seed).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @MethodSource("enumsOfTheContract")
    void everyConstantComesBackAsItselfAndAsABackReference(Class<?> type) throws IOException {
        List<Object> sent = Stream.concat(Stream.of(type.getEnumConstants()), Stream.of(type.getEnumConstants()))
                .toList();
        assertThat(read(reply(sent))).isEqualTo(sent);
    }

    /** Clients of earlier releases know protocols as an enum of the contract. */
    @Test
    void protocolsLookLikeTheEnumThatTheyWere() throws IOException {
        byte[] sent = reply(List.of(Protocol.SFTP, Protocol.XROOTD));
        String bytes = new String(sent, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains("org.waybill.api.Protocol", "SFTP", "XROOTD");
        assertThat(read(sent)).isEqualTo(List.of(Protocol.SFTP, Protocol.XROOTD));
        byte[] unknown = bytes.replace("SFTP", "SFTQ").getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> read(unknown)).isInstanceOf(IOException.class);
    }

    @Test
    void theContractReachesTheRecordsThatClientsNeed() {
        assertThat(recordsOfTheContract().map(Class::getSimpleName))
                .contains(
                        "Forecast",
                        "ForecastQuery",
                        "HostProfile",
                        "TransferOutcome",
                        "PairHistory",
                        "Organisation",
                        "Relay",
                        "ImportReport",
                        "Change");
        assertThat(FACTORY.types().names())
                .allMatch(name -> name.startsWith("org.waybill.api.") || name.equals("java.time.Instant"));
    }

    @Test
    void theSameObjectTwiceIsOneObjectOnTheWireAndTwoInTheList() throws IOException {
        Object place = new RandomValues(FACTORY.types(), 7).record(Place.class);
        List<Object> sent = List.of(place, List.of(place, place), place);
        assertThat(read(reply(sent))).isEqualTo(sent);
    }

    @Test
    void refusesToWriteWhatTheContractDoesNotHold() {
        for (Object foreign : List.of(
                new File("x"),
                new BigDecimal(1),
                Map.of("a", 1),
                String.class,
                new int[1],
                new IllegalStateException("secret"))) {
            assertThatThrownBy(() -> reply(List.of(foreign)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("refused to write");
        }
    }

    @Test
    void refusesASignatureThatHasNoWireForm() {
        interface Raw {
            Map<String, Object> anything(Optional<Runnable> work);
        }

        assertThatThrownBy(() -> new StrictSerializerFactory(HessianLimits.DEFAULT, Raw.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no form on the wire");
    }

    @Test
    void takesMapsForRecordsWhichIsHowOtherLanguagesWriteThem() throws Exception {
        RecordBinder fitter = FACTORY.newFitter();
        Map<String, Object> hop = Map.of("address", "192.0.2.1", "rttMillis", 12, "unheardOf", List.of());
        assertThat(fitter.fit(HopQuery.class, hop, false)).isEqualTo(new HopQuery("192.0.2.1", null, 12.0));
        assertThatThrownBy(() -> fitter.fit(HopQuery.class, Map.of("name", "x"), false))
                .hasMessage(".address: is missing");
        assertThatThrownBy(() -> fitter.fit(HopQuery.class, Map.of("address", 7), false))
                .hasMessage(".address: should be text, not Integer");
        assertThatThrownBy(() -> fitter.fit(
                        Place.class,
                        Map.of("city", "", "country", "", "latitude", 91, "longitude", 0, "basis", "CATALOGUE"),
                        false))
                .hasMessageContaining("invalid coordinates");
        assertThatThrownBy(() -> fitter.fit(Organisation.class, "text", false)).hasMessageContaining("not String");
    }

    @Test
    void numbersLoseNothing() throws Exception {
        RecordBinder fitter = FACTORY.newFitter();
        assertThat(fitter.fit(long.class, 5.0, false)).isEqualTo(5L);
        assertThat(fitter.fit(int.class, 5L, false)).isEqualTo(5);
        assertThatThrownBy(() -> fitter.fit(int.class, 1L << 40, false)).hasMessage("is too large");
        assertThatThrownBy(() -> fitter.fit(long.class, 5.5, false)).hasMessageContaining("whole number");
        assertThatThrownBy(() -> fitter.fit(double.class, Double.NaN, false)).hasMessage("no such number");
        assertThatThrownBy(() -> fitter.fit(double.class, Long.MAX_VALUE, false))
                .hasMessage("no such number");
    }

    @Test
    void anExceptionCarriesItsCodeAndMessageAndNothingElse() throws IOException {
        ServiceException read = (ServiceException) ((List<?>) read(reply(List.of(
                        new ServiceException("CONFLICT", "changed <meanwhile>", new IllegalStateException("secret"))))))
                .getFirst();
        assertThat(read.code()).isEqualTo("CONFLICT");
        assertThat(read).hasMessage("changed <meanwhile>").hasNoCause();
    }
}
