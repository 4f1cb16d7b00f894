package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestMovers;

/** OpenSSH's sftp-server without some of its requests, refused with the codes of other servers. */
@Timeout(60)
class LimitedSftpTest {
    private static final String SFTP_SERVER = "/usr/lib/openssh/sftp-server";
    private static final Set<Integer> SETTING = Set.of(9, 10);
    private static final int RENAME = 18;
    private static final int STATUS = 101;

    @TempDir
    private Path here;

    /** What is done with a server. */
    @FunctionalInterface
    private interface Use {
        void with(SshServer server) throws Exception;
    }

    /** @param denied requests by their names, which OpenSSH's server refuses then */
    private void serving(String denied, Set<Integer> types, int code, Use use) throws Exception {
        try (HostileServer sftp = HostileServer.start(peer -> relay(peer, denied, types, code));
                SshServer server = SshServer.startBefore(here, sftp.port())) {
            use.with(server);
        }
    }

    private static void relay(HostileServer.Peer peer, String denied, Set<Integer> types, int code) throws IOException {
        Process server = new ProcessBuilder(SFTP_SERVER, "-P", denied)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Map<Integer, Boolean> asked = new ConcurrentHashMap<>();
        Thread.ofVirtual().start(() -> {
            try {
                pump(peer.bytes(), server.getOutputStream(), request -> {
                    if (types.contains((int) request.get(0))) {
                        asked.put(request.getInt(1), true);
                    }
                });
            } catch (IOException _) {
                server.destroy();
            }
        });
        pump(server.getInputStream(), peer.out(), answer -> {
            if (answer.get(0) == STATUS && asked.remove(answer.getInt(1)) != null && answer.getInt(5) != 0) {
                answer.putInt(5, code);
            }
        });
    }

    private static void pump(InputStream from, OutputStream to, Consumer<ByteBuffer> edit) throws IOException {
        DataInputStream in = new DataInputStream(from);
        DataOutputStream out = new DataOutputStream(to);
        while (true) {
            byte[] packet = new byte[in.readInt()];
            in.readFully(packet);
            edit.accept(ByteBuffer.wrap(packet));
            out.writeInt(packet.length);
            out.write(packet);
            out.flush();
        }
    }

    private static TestListener move(Path source, SshServer server, Path target) throws Exception {
        TestListener listener = new TestListener();
        TestMovers.named("sftp", server.credentials())
                .move(
                        TransferRequest.of(Location.local(source.toString()), server.location(target.toString())),
                        listener);
        return listener;
    }

    /** Those of AWS Transfer Family (8), and of appliances (3 and 4). */
    @ParameterizedTest
    @ValueSource(ints = {8, 3, 4})
    void aServerThatSetsNoAttributesTakesFilesAndThatIsSaidEachTime(int code) throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        Files.writeString(tree.resolve("a"), "a");
        Path closed = Files.createDirectory(
                tree.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(closed.resolve("b"), "b");
        Path copy = here.resolve("copy");
        serving("setstat,fsetstat,lsetstat", SETTING, code, server -> {
            TestListener first = move(tree, server, copy);
            assertThat(copy.resolve("a")).hasContent("a");
            assertThat(copy.resolve("closed/b")).hasContent("b");
            assertThat(first.codes).containsOnlyOnce("TIME_NOT_KEPT", "PERMISSIONS_NOT_KEPT");
            assertThat(first.events).anyMatch(line -> line.contains("the same copy later sends them again"));
            assertThat(move(tree, server, copy).codes).contains("TIME_NOT_KEPT");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 3})
    void thatAPrivateFileMayBeOpenAtAServerThatSetsNoAttributesIsSaid(int code) throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        Files.writeString(tree.resolve("a"), "a");
        Path key = Files.writeString(tree.resolve("key"), "secret");
        Path copy = here.resolve("copy");
        serving("setstat,fsetstat,lsetstat", SETTING, code, server -> {
            assertThat(move(tree, server, copy).codes).doesNotContain("PERMISSIONS_NOT_KEPT");
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            TestListener closed = move(tree, server, here.resolve("other"));
            assertThat(here.resolve("other/key")).hasContent("secret");
            assertThat(closed.events)
                    .filteredOn(line -> line.startsWith("PERMISSIONS_NOT_KEPT"))
                    .singleElement()
                    .asString()
                    .contains("the modes of files", "may be open");
        });
    }

    /** Of servers without posix-rename; OpenSSH's answers 4 then. */
    @ParameterizedTest
    @ValueSource(ints = {11, 8, 4})
    void aFileThatIsThereIsReplacedWhateverTheRefusalToRenameIs(int code) throws Exception {
        Path fresh = Files.writeString(here.resolve("fresh"), "fresh");
        Path old = Files.writeString(here.resolve("old"), "old");
        serving("posix-rename", Set.of(RENAME), code, server -> {
            move(fresh, server, old);
            assertThat(old).hasContent("fresh");
            try (var left = Files.list(here)) {
                assertThat(left).noneMatch(file -> file.getFileName().toString().startsWith(".waybill"));
            }
        });
    }

    @Test
    void whatIsNotCutOffAtTheServerIsSentFromTheBeginning() throws Exception {
        Path file = here.resolve("part");
        serving("setstat,fsetstat", SETTING, 8, server -> {
            try (Store store = SftpStore.provider(server.credentials(), null)
                    .open(server.location(file.toString()), (_, _) -> {})) {
                write(store, file, 0, "first");
                write(store, file, 5, " and second");
                assertThat(file).hasContent("first and second");
                TransferException e =
                        catchThrowableOfType(TransferException.class, () -> write(store, file, 3, "other"));
                assertThat(e.isRetriable()).isTrue();
                assertThat(file).doesNotExist();
            }
        });
    }

    private static void write(Store store, Path file, long offset, String text) throws Exception {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        store.write(file.toString(), offset, new ByteArrayInputStream(content), content.length);
    }
}
