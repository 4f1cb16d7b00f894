package org.waybill.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibCTest {
    @Test
    void aFunctionThatTheSystemLacksFailsOnlyWhenItIsCalled() {
        MethodHandle fallocate = LibC.link(
                name -> Optional.empty(),
                "fallocate",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
        assertThatThrownBy(() -> {
                    int _ = (int) fallocate.invokeExact(MemorySegment.NULL, 1, 2L);
                })
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("fallocate");
    }

    @Test
    void failuresAreToldByTheirNumberAndInTheSystemsWords(@TempDir Path directory) {
        assumeTrue(LibC.isSupported(), "the numbers are Linux's");
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            assertThat(libc.open(arena.allocateFrom(directory.resolve("none").toString()), 0))
                    .isNegative();
            assertThat(libc.errno()).isEqualTo(2);
            assertThat(libc.failure("cannot open it")).hasMessage("cannot open it: No such file or directory");
        }
    }

    @Test
    void thisUserOwnsWhatItMakes(@TempDir Path directory) throws Exception {
        assumeTrue(LibC.isSupported(), "users have numbers");
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(PrivateFiles.thisUser());
    }

    @Test
    void addressesAreReadBackAsTheyWereWritten() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            for (String text : new String[] {"192.0.2.7", "2001:db8::7"}) {
                InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(text), 61_234);
                MemorySegment written = SocketAddresses.encode(arena, address);
                assertThat(SocketAddresses.isInternet(written)).isTrue();
                assertThat(SocketAddresses.decode(written)).isEqualTo(address);
            }
            assertThat(SocketAddresses.isInternet(arena.allocateFrom(ValueLayout.JAVA_SHORT, (short) 1)))
                    .isFalse();
        }
    }
}
