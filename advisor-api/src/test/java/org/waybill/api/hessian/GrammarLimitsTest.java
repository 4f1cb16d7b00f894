package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.api.Bulk;
import org.waybill.api.HopQuery;
import org.waybill.api.ServiceException;

/** Each limit of a body at its edge: what just fits is checked to the end, one more is refused. */
class GrammarLimitsTest {
    private static final int DEPTH = 4;
    private static final int LENGTH = 10;
    private static final int FIELDS = 3;
    private static final HessianLimits SMALL = new HessianLimits(100, 60, 200, DEPTH, LENGTH, FIELDS, 1_000);

    /** A service with a little to ask and much to take. */
    public interface Echo {
        List<HopQuery> echo(List<HopQuery> hops);

        String repeat(int times);

        @Bulk
        String repeatMuch(int times);
    }

    private static final StrictSerializerFactory FACTORY = new StrictSerializerFactory(SMALL, Echo.class);

    private static void check(Wire wire) throws RefusedException {
        GrammarCheck.ofCall(wire.bytes(), SMALL, FACTORY.types().names()).checkCall(1);
    }

    private static void passes(Wire wire) {
        assertThatCode(() -> check(wire)).doesNotThrowAnyException();
    }

    private static void refuses(Wire wire, String why) {
        assertThatThrownBy(() -> check(wire))
                .isInstanceOf(RefusedException.class)
                .hasMessage(why)
                .extracting(e -> ((RefusedException) e).kind())
                .isEqualTo(RefusedException.Kind.BODY);
    }

    private static Wire call() {
        return Wire.call("echo", 1);
    }

    private static Wire call1() {
        return new Wire().raw('c', 2, 0, 'm', 0, 4).raw('e', 'c', 'h', 'o');
    }

    private static Wire repeated(Wire wire, int times, int... bytes) {
        for (int i = 0; i < times; i++) {
            wire.raw(bytes);
        }
        return wire;
    }

    static Stream<Arguments> containers() {
        return Stream.of(
                arguments("lists of known length", new int[] {0x79}, new int[0]),
                arguments("typed lists of known length", new int[] {0x71, 0}, new int[0]),
                arguments("open lists", new int[] {0x57}, new int[] {'Z'}),
                arguments("maps", new int[] {'H', 1, 'a'}, new int[] {'Z'}));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void valuesNestAsDeepAsTheLimitAndNoDeeper(String what, int[] begin, int[] end) {
        passes(repeated(repeated(call(), DEPTH, begin).raw('N'), DEPTH, end));
        refuses(repeated(repeated(call(), DEPTH + 1, begin).raw('N'), DEPTH + 1, end), "nested deeper than 4");
    }

    @Test
    void inHessianOneTheyNestAsDeepAndNoDeeper() {
        passes(repeated(repeated(call1(), DEPTH, 'V').raw('N'), DEPTH, 'z').raw('z'));
        refuses(
                repeated(repeated(call1(), DEPTH + 1, 'V').raw('N'), DEPTH + 1, 'z')
                        .raw('z'),
                "nested deeper than 4");
    }

    @Test
    void neighboursDoNotCountAsDepth() {
        passes(repeated(call().raw('X').integer(LENGTH), LENGTH, 0x78));
    }

    @Test
    void aListIsAsLongAsTheLimitAndNoLonger() {
        passes(repeated(call().raw('X').integer(LENGTH), LENGTH, 'N'));
        refuses(repeated(call().raw('X').integer(LENGTH + 1), LENGTH + 1, 'N'), "a list of 11 elements");
        passes(repeated(call().raw(0x57), LENGTH, 'N').raw('Z'));
        refuses(repeated(call().raw(0x57), LENGTH + 1, 'N').raw('Z'), "a list of more than 10");
        passes(repeated(call1().raw('V', 'l', 0, 0, 0, LENGTH), LENGTH, 'N').raw('z', 'z'));
        refuses(
                repeated(call1().raw('V', 'l', 0, 0, 0, LENGTH + 1), LENGTH + 1, 'N')
                        .raw('z', 'z'),
                "a list of 11 elements");
        refuses(repeated(call1().raw('V'), LENGTH + 1, 'N').raw('z', 'z'), "a list of more than 10");
    }

    @Test
    void aMapHasAsManyMembersAsTheLimitAndNoMore() {
        passes(members(call().raw('H'), FIELDS).raw('Z'));
        refuses(members(call().raw('H'), FIELDS + 1).raw('Z'), "a map of more than 3");
        passes(members(call1().raw('M'), FIELDS).raw('z', 'z'));
        refuses(members(call1().raw('M'), FIELDS + 1).raw('z', 'z'), "a map of more than 3");
    }

    private static Wire members(Wire wire, int count) {
        IntStream.range(0, count).forEach(i -> wire.text("m" + i).raw('N'));
        return wire;
    }

    @Test
    void anObjectHasAsManyFieldsAsTheLimitAndABodyAsManyDefinitions() {
        String type = "org.waybill.api.HopQuery";
        passes(call().define(type, "a", "b", "c").raw(0x60, 'N', 'N', 'N'));
        refuses(call().define(type, "a", "b", "c", "d").raw(0x60, 'N', 'N', 'N', 'N'), "an object of 4 fields");
        passes(call().define(type).define(type).define(type).raw(0x62));
        refuses(call().define(type).define(type).define(type).define(type).raw(0x63), "too many class definitions");
        refuses(call().define(type).raw(0x61), "an object of an undefined class");
        refuses(call().define(type).raw('O').integer(-1), "an object of an undefined class");
        refuses(call().raw('C').text(type).integer(-1), "an object of -1 fields");
    }

    @ParameterizedTest
    @ValueSource(strings = {"operation", "member", "type"})
    void aNameHasTwoHundredCharactersAtMost(String where) {
        for (int length : new int[] {200, 201}) {
            String name = "n".repeat(length);
            Wire wire =
                    switch (where) {
                        case "operation" -> Wire.call(name, 1).raw('N');
                        case "member" -> call().raw('H').text(name).raw('N', 'Z');
                        default -> call().raw('M').text(name).raw('Z');
                    };
            if (length > 200) {
                refuses(wire, "a name of 201 characters");
            } else if (where.equals("type")) {
                refuses(wire, "type refused: " + name);
            } else {
                passes(wire);
            }
        }
    }

    @Test
    void aNameIsAsciiAndATypeThatIsNotPrintableIsNotRepeated() {
        refuses(call().raw('H', 1, 0xc3, 0xbc, 'N', 'Z'), "a name that is not ASCII");
        refuses(call().raw('M', 3, 'a', 0x1b, 'b', 'Z'), "type refused: (not printable)");
        refuses(call().raw('H', 2, 'a', 7, 'N', 2, 'a', 7, 'N', 'Z'), "the member a? twice");
        refuses(call().raw('H', 0x90, 'N', 'Z'), "a name should be here");
        refuses(call().raw('M', 0x90, 'Z'), "a reference to no type");
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("two bytes", new int[] {1, 0xc3, 0xbc}, true),
                arguments("three bytes", new int[] {1, 0xe6, 0x9d, 0xb1}, true),
                arguments(
                        "two units of a supplementary character",
                        new int[] {2, 0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80},
                        true),
                arguments("pieces", new int[] {'R', 0, 1, 'a', 'R', 0, 0, 'S', 0, 1, 'b'}, true),
                arguments("a continuation first", new int[] {1, 0x80}, false),
                arguments("four bytes", new int[] {1, 0xf0, 0x9f, 0x9a, 0x80}, false),
                arguments("two bytes cut", new int[] {1, 0xc3, 'x'}, false),
                arguments("three bytes cut", new int[] {1, 0xe6, 0x9d, 'x'}, false),
                arguments("0xff", new int[] {1, 0xff}, false),
                arguments("a number for the last piece", new int[] {'R', 0, 1, 'a', 0x90}, false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void textIsUtf8InUnitsOfUtf16(String what, int[] bytes, boolean valid) {
        if (valid) {
            passes(call().raw(bytes));
        } else {
            assertThatThrownBy(() -> check(call().raw(bytes)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageMatching("text that is not UTF-8|a piece of text should be here");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x34, 0x37, 0x40, 0x41, 'B', 'E', 'G', 'J' + 6, 'U' + 5, 0x5a, 'Z'})
    void aByteThatStartsNoValueIsNamed(int tag) {
        refuses(call().raw(tag), "no value starts with 0x" + Integer.toHexString(tag));
    }

    static Stream<Arguments> honestBodies() {
        String type = "org.waybill.api.HopQuery";
        return Stream.of(
                arguments(
                        "Hessian 2",
                        call().raw(0x79)
                                .define(type, "address", "name", "rttMillis")
                                .raw(0x60)
                                .text("a")
                                .raw('N')
                                .raw('D', 0, 0, 0, 0, 0, 0, 0, 0)),
                arguments(
                        "whole numbers of all sizes",
                        call().raw(
                                        0x57, 0x90, 0xc8, 1, 0xd4, 1, 1, 'I', 0, 0, 0, 1, 0xe0, 0xf8, 1, 0x3c, 1, 1,
                                        0x59, 0, 0, 0, 1, 'L', 0, 0, 0, 0, 0, 0, 0, 1, 'Z')),
                arguments(
                        "other numbers and dates",
                        call().raw(
                                        0x57, 0x5b, 0x5c, 0x5d, 1, 0x5e, 1, 1, 0x5f, 0, 0, 0, 1, 0x4b, 0, 0, 0, 1, 0x4a,
                                        0, 0, 0, 0, 0, 0, 0, 1, 'T', 'F', 'Z')),
                arguments(
                        "Hessian 1",
                        call1().raw('V', 't', 0, 0, 'l', 0, 0, 0, 1, 'M', 't', 0, type.length())
                                .raw(type.chars().toArray())
                                .text("address")
                                .text("x")
                                .raw('z', 'z', 'z')));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("honestBodies")
    void aBodyThatIsCutAnywhereIsRefusedAndSoAreBytesAfterIt(String what, Wire honest) {
        byte[] whole = honest.bytes();
        passes(honest);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> GrammarCheck.ofCall(
                                    cut, SMALL, FACTORY.types().names())
                            .checkCall(1))
                    .as("%d bytes", length)
                    .isInstanceOf(RefusedException.class);
        }
        assertThatThrownBy(() -> check(honest.raw('N')))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("bytes after the end");
    }

    @Test
    void aReplyIsAResultOrAFaultAndNothingElse() throws RefusedException {
        assertThat(reply('R', 'N')).isFalse();
        assertThat(reply('F', 'N')).isTrue();
        for (int[] bytes : new int[][] {{'C', 'N'}, {'R'}, {'r', 'N'}}) {
            assertThatThrownBy(() -> reply(bytes)).hasMessage("not a Hessian 2 reply");
        }
        assertThatThrownBy(() -> reply('R', 'N', 'N')).hasMessage("bytes after the end");
    }

    private static boolean reply(int... bytes) throws RefusedException {
        return new BodyScanner(
                        new Wire().raw('H', 2, 0).raw(bytes).bytes(),
                        SMALL,
                        FACTORY.types().names())
                .checkReply();
    }

    @Test
    void onlyABulkOperationTakesABulkBody() throws RefusedException {
        HessianDispatcher dispatcher = dispatcher();
        assertThat(dispatcher.requestLimit(Wire.call("repeat", 1).bytes())).isEqualTo(SMALL.requestBytes());
        assertThat(dispatcher.requestLimit(Wire.call("repeatMuch", 1).bytes())).isEqualTo(SMALL.bulkBytes());
        assertThatThrownBy(() -> dispatcher.requestLimit(Wire.call("nothing", 1).bytes()))
                .hasMessage("no such operation");
    }

    @Test
    void aReplyOverItsLimitBecomesAFault() throws IOException {
        // H 2 0 R, two bytes of length, the text
        int most = SMALL.replyBytes() - 6;
        assertThat(answer("repeat", most)).startsWith("H\2\0R").hasSize(SMALL.replyBytes());
        assertThat(answer("repeat", most + 1)).startsWith("H\2\0F").contains("TOO_LARGE", "the reply is over 60 bytes");
        assertThat(answer("repeatMuch", most + 1)).startsWith("H\2\0R");
    }

    private static String answer(String operation, int times) throws IOException {
        return new String(
                dispatcher().answer(Wire.call(operation, 1).integer(times).bytes()), StandardCharsets.ISO_8859_1);
    }

    private static HessianDispatcher dispatcher() {
        return new HessianDispatcher(
                Echo.class,
                new Echo() {
                    @Override
                    public List<HopQuery> echo(List<HopQuery> hops) {
                        return hops;
                    }

                    @Override
                    public String repeat(int times) {
                        return "x".repeat(times);
                    }

                    @Override
                    public String repeatMuch(int times) {
                        return "x".repeat(times);
                    }
                },
                FACTORY,
                unexpected -> new ServiceException(ServiceException.INTERNAL, "masked"));
    }
}
