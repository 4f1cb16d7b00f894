package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.waybill.api.HopQuery;
import org.waybill.api.ServiceException;

class HostileBodiesTest {
    /** On the class path, serializable, and never loaded otherwise. */
    private static final String GADGET = "com.caucho.hessian.test.TestObject";

    /** A service with little to it. */
    public interface Echo {
        List<HopQuery> echo(List<HopQuery> hops);
    }

    private final AtomicInteger calls = new AtomicInteger();
    private final StrictSerializerFactory factory = new StrictSerializerFactory(HessianLimits.DEFAULT, Echo.class);
    private final HessianDispatcher dispatcher = new HessianDispatcher(
            Echo.class,
            hops -> {
                calls.incrementAndGet();
                return hops;
            },
            factory,
            unexpected -> new ServiceException(ServiceException.INTERNAL, "masked"));

    private void refuses(byte[] body, String why) {
        assertThatThrownBy(() -> dispatcher.answer(body))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(why)
                .satisfies(e -> assertThat(((RefusedException) e).kind()).isEqualTo(RefusedException.Kind.BODY));
        assertThat(calls).hasValue(0);
    }

    @Test
    void answersAnHonestCall() throws IOException {
        byte[] call = Wire.call("echo", 1)
                .raw(0x79, 'H')
                .text("address")
                .text("192.0.2.1")
                .raw('Z')
                .bytes();
        assertThat(new String(dispatcher.answer(call), StandardCharsets.ISO_8859_1))
                .startsWith("H\2\0R")
                .contains("192.0.2.1");
    }

    @Test
    void takesNoMemberTwice() {
        refuses(
                Wire.call("echo", 1)
                        .raw(0x79, 'H')
                        .text("address")
                        .text("192.0.2.1")
                        .text("address")
                        .text("192.0.2.2")
                        .raw('Z')
                        .bytes(),
                "the member address twice");
        refuses(
                Wire.call("echo", 1)
                        .raw(0x79)
                        .define("org.waybill.api.HopQuery", "address", "address")
                        .raw(0x60)
                        .text("192.0.2.1")
                        .text("192.0.2.2")
                        .bytes(),
                "the member address twice");
    }

    @Test
    void loadsNoClassThatABodyNames() throws Exception {
        refuses(
                Wire.call("echo", 1)
                        .define(GADGET, "command")
                        .raw(0x60)
                        .text("rm")
                        .bytes(),
                "type refused: " + GADGET);
        refuses(
                Wire.call("echo", 1)
                        .raw(0x79)
                        .define(GADGET, "command")
                        .raw(0x60)
                        .text("rm")
                        .bytes(),
                "type refused");
        refuses(Wire.call("echo", 1).raw('M').text(GADGET).raw('Z').bytes(), "type refused");
        refuses(Wire.call("echo", 1).raw('V').text("[" + GADGET).integer(0).bytes(), "type refused");
        refuses(
                Wire.call("echo", 1)
                        .raw('V')
                        .text("[java.lang.Object")
                        .integer(1)
                        .define(GADGET, "command")
                        .raw(0x60)
                        .text("rm")
                        .bytes(),
                "type refused");
        refuses(
                Wire.call("echo", 1)
                        .raw('V')
                        .text("[object")
                        .integer(1)
                        .define(GADGET, "command")
                        .raw(0x60)
                        .text("rm")
                        .bytes(),
                "type refused: " + GADGET);
        refuses(
                Wire.call("echo", 1)
                        .define("java.lang.Class", "name")
                        .raw(0x60)
                        .text(GADGET)
                        .bytes(),
                "type refused: java.lang.Class");
        refuses(
                Wire.call("echo", 1)
                        .raw('M')
                        .text("java.lang.Class")
                        .text("name")
                        .text(GADGET)
                        .raw('Z')
                        .bytes(),
                "type refused: java.lang.Class");
        for (String type : List.of(
                "java.util.PriorityQueue",
                "java.io.File",
                "java.net.URL",
                "java.util.TreeMap",
                "com.caucho.hessian.io.HessianRemote",
                "com.caucho.hessian.io.StringValue",
                "javax.naming.Name",
                "org.waybill.api.HopQuery$",
                "org.waybill.api.hopquery",
                " org.waybill.api.HopQuery")) {
            refuses(Wire.call("echo", 1).define(type, "x").raw(0x60, 'N').bytes(), "type refused");
        }
        assertThat(LoadedClasses.contain(GADGET)).isFalse();
        assertThat(LoadedClasses.contain("org.waybill.api.hessian.HostileBodiesTest"))
                .isTrue();
    }

    @Test
    void takesNoOldProtocolNoHiddenOperationAndNoWrongArgumentCount() {
        refuses(call1().raw('z').bytes(), "wrong number of arguments");
        refuses(
                new Wire()
                        .raw('c', 2, 0, 'H', 0, 1, 'x', 'N', 'm', 0, 4)
                        .raw('e', 'c', 'h', 'o', 'z')
                        .bytes(),
                "not a Hessian 2 call");
        refuses(
                new Wire()
                        .raw('c', 1, 0, 'm', 0, 4)
                        .raw('e', 'c', 'h', 'o', 'z')
                        .bytes(),
                "not a Hessian 2 call");
        refuses(Wire.call("_hessian_getAttribute", 1).text("java.api.class").bytes(), "no such operation");
        refuses(Wire.call("echo__1", 1).raw(0x78).bytes(), "no such operation");
        refuses(Wire.call("hashCode", 0).bytes(), "no such operation");
        refuses(Wire.call("echo", 0).bytes(), "wrong number of arguments");
        refuses(Wire.call("echo", -1).raw(0x78).bytes(), "wrong number of arguments");
        refuses(new byte[0], "not a Hessian 2 call");
    }

    private static Wire call1() {
        return new Wire().raw('c', 2, 0, 'm', 0, 4).raw('e', 'c', 'h', 'o');
    }

    @Test
    void hessianOneCallsAreCheckedAsStrictly() throws Exception {
        byte[] honest = call1().raw('V', 'l', -1, -1, -1, -1, 'M')
                .text("address")
                .text("192.0.2.1")
                .raw('z', 'R', 0, 0, 0, 1, 'z', 'z')
                .bytes();
        assertThat(new String(dispatcher.answer(honest), StandardCharsets.ISO_8859_1))
                .startsWith("H\2\0R")
                .contains("192.0.2.1");
        calls.set(0);
        refuses(
                call1().raw('M', 't', 0, GADGET.length())
                        .raw(GADGET.chars().toArray())
                        .raw('z', 'z')
                        .bytes(),
                "type refused: " + GADGET);
        refuses(
                call1().raw('V', 't', 0, GADGET.length())
                        .raw(GADGET.chars().toArray())
                        .raw('z', 'z')
                        .bytes(),
                "type refused: " + GADGET);
        refuses(call1().raw('r', 't', 0, 1, 'x', 'S', 0, 1, 'u', 'z').bytes(), "no value starts with 0x72");
        refuses(call1().raw('X', 0, 1, 'x', 'z').bytes(), "no value starts with 0x58");
        refuses(call1().raw('V', 'l', 0x7f, -1, -1, -1, 'z', 'z').bytes(), "a list of 2147483647 elements");
        refuses(call1().raw('V', 'R', 0, 0, 0, 0, 'z', 'z').bytes(), "a reference to nothing or to itself");
        refuses(call1().raw('M', 'M', 'z', 'N', 'z', 'z').bytes(), "a name should be here");
        Wire deep = call1();
        for (int i = 0; i < 500_000; i++) {
            deep.raw('V');
        }
        refuses(deep.bytes(), "nested deeper than 32");
        assertThat(LoadedClasses.contain(GADGET)).isFalse();
    }

    @Test
    void allocatesNothingForClaimedLengths() {
        // eleven bytes that claim a list of two thousand million elements
        refuses(
                new Wire()
                        .raw('H', 2, 0, 'C', 4, 'e', 'c', 'h', 'o', 0x91)
                        .raw('X')
                        .integer(Integer.MAX_VALUE)
                        .bytes(),
                "a list of 2147483647 elements");
        refuses(Wire.call("echo", 1).raw('X').integer(10_000).bytes(), "a list of 10000 elements");
        refuses(Wire.call("echo", 1).raw('X').integer(-1).bytes(), "a list of -1 elements");
        refuses(
                Wire.call("echo", 1)
                        .raw('C')
                        .text("org.waybill.api.HopQuery")
                        .integer(Integer.MAX_VALUE)
                        .bytes(),
                "an object of 2147483647 fields");
    }

    @Test
    void refusesDeepNestingWithoutDescending() {
        Wire lists = Wire.call("echo", 1);
        Wire openLists = Wire.call("echo", 1);
        Wire definitions = Wire.call("echo", 1);
        for (int i = 0; i < 500_000; i++) {
            lists.raw(0x79);
            openLists.raw(0x57);
            definitions
                    .raw('C')
                    .raw(0x18)
                    .raw("org.waybill.api.HopQuery".chars().toArray())
                    .raw(0x90);
        }
        refuses(lists.bytes(), "nested deeper than 32");
        refuses(openLists.bytes(), "nested deeper than 32");
        refuses(definitions.bytes(), "too many class definitions");
    }

    @Test
    void referencesNeitherLoopNorExplode() throws IOException {
        refuses(Wire.call("echo", 1).raw(0x79, 'Q', 0x90).bytes(), "a reference to nothing or to itself");
        refuses(Wire.call("echo", 1).raw(0x79, 'Q', 0x95).bytes(), "a reference to nothing or to itself");
        // ten lists of ten references to the list before: 10^10 elements when followed
        Wire laughs = Wire.call("echo", 1).raw(0x57);
        laughs.raw(0x78);
        for (int i = 1; i <= 10; i++) {
            laughs.raw('X').raw(0x9a);
            for (int j = 0; j < 10; j++) {
                laughs.raw('Q', 0x90 + i);
            }
        }
        byte[] reply = dispatcher.answer(laughs.raw('Z').bytes());
        assertThat(new String(reply, StandardCharsets.ISO_8859_1))
                .startsWith("H\2\0F")
                .contains("should be HopQuery");
        assertThat(calls).hasValue(0);
    }

    @Test
    void aSharedListIsCountedEachTimeItIsFollowed() {
        interface Names {
            void take(List<List<String>> names);
        }

        StrictSerializerFactory names = new StrictSerializerFactory(HessianLimits.DEFAULT, Names.class);
        HessianDispatcher taking = new HessianDispatcher(
                Names.class,
                taken -> calls.incrementAndGet(),
                names,
                unexpected -> new ServiceException(ServiceException.INTERNAL, "masked"));
        Wire wide = Wire.call("take", 1).raw('X').integer(9_000);
        wide.raw('X').integer(9_000);
        for (int i = 0; i < 9_000; i++) {
            wide.raw(0);
        }
        for (int i = 1; i < 9_000; i++) {
            wide.raw('Q', 0x91);
        }
        assertThatThrownBy(() -> taking.answer(wide.bytes())).hasMessageContaining("too many values");
    }

    @Test
    void aListOfTheWrongThingsIsABadRequest() throws IOException {
        for (Wire element :
                List.of(new Wire().integer(7), new Wire().text("x"), new Wire().raw('T'), new Wire().raw('N'))) {
            byte[] reply = dispatcher.answer(Wire.call("echo", 1)
                    .raw(0x79)
                    .raw(new String(element.bytes(), StandardCharsets.ISO_8859_1)
                            .chars()
                            .toArray())
                    .bytes());
            assertThat(new String(reply, StandardCharsets.ISO_8859_1))
                    .startsWith("H\2\0F")
                    .contains("BAD_REQUEST")
                    .contains("hops[0]");
        }
    }

    @Test
    void masksWhatTheServiceDidNotMeanToSay() throws IOException {
        HessianDispatcher failing = new HessianDispatcher(
                Echo.class,
                hops -> {
                    throw new IllegalStateException("jdbc:mysql://secret");
                },
                factory,
                unexpected -> new ServiceException(ServiceException.INTERNAL, "reference 42"));
        String reply = new String(failing.answer(Wire.call("echo", 1).raw(0x78).bytes()), StandardCharsets.ISO_8859_1);
        assertThat(reply)
                .contains("INTERNAL")
                .contains("reference 42")
                .doesNotContain("secret")
                .doesNotContain("IllegalState");
    }

    @Test
    void mutatedBodiesAreAnsweredOrRefusedAndNothingElse() throws Exception {
        List<byte[]> seeds = new ArrayList<>();
        seeds.add(Wire.call("echo", 1)
                .raw(0x7a, 'H')
                .text("address")
                .text("192.0.2.1")
                .text("rttMillis")
                .raw(0x5d, 7)
                .raw('Z')
                .define("org.waybill.api.HopQuery", "address", "name", "rttMillis")
                .raw(0x60)
                .text("a")
                .raw('N')
                .raw('D', 0, 0, 0, 0, 0, 0, 0, 0)
                .bytes());
        seeds.add(Wire.call("echo", 1)
                .raw('V')
                .text("java.util.ArrayList")
                .integer(2)
                .raw('M')
                .text("org.waybill.api.HopQuery")
                .text("address")
                .text("x")
                .raw('Z', 'Q', 0x91)
                .bytes());
        seeds.add(Wire.call("echo", 1)
                .raw(0x57, 'H')
                .text("address")
                .raw('R', 0, 1, 'a', 1, 'b')
                .text("name")
                .raw(0x4a, 0, 0, 0, 0, 0, 0, 0, 9)
                .raw('Z', 'Z')
                .bytes());
        seeds.add(call1().raw('V', 't', 0, 0, 'l', 0, 0, 0, 2, 'M', 't', 0, 24)
                .raw("org.waybill.api.HopQuery".chars().toArray())
                .text("address")
                .text("x")
                .raw('z')
                .raw('R', 0, 0, 0, 1, 'z', 'z')
                .bytes());
        long seed = 20_260_321;
        Random random = new Random(seed);
        int answered = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] body = seeds.get(random.nextInt(seeds.size())).clone();
            for (int j = 1 + random.nextInt(3); j > 0; j--) {
                body[8 + random.nextInt(body.length - 8)] = (byte) random.nextInt(256);
            }
            try {
                dispatcher.answer(body);
                answered++;
            } catch (RefusedException expected) {
                assertThat(expected.getMessage()).isNotEqualTo("not a valid call");
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed " + seed + " round " + i + ": " + HexFormat.of().formatHex(body), e);
            }
        }
        assertThat(answered).isBetween(10_000, 190_000);
    }
}
