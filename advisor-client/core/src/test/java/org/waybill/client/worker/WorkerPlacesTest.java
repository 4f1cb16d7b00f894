package org.waybill.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;

class WorkerPlacesTest {
    private static final List<String> LISTED = List.of("127.0.0.1", "dtn.example.org", "lab");

    @TempDir
    private Path directory;

    private Path data;
    private WorkerPlaces places;

    @BeforeEach
    void make() throws Exception {
        Path real = Files.createDirectories(directory.toRealPath().resolve("disk/data"));
        data = Files.createSymbolicLink(directory.toRealPath().resolve("data"), real);
        Files.writeString(directory.resolve("secret"), "s");
        places = WorkerPlaces.of(
                List.of(data),
                new EndpointNames(Map.of("lab", "sftp://dtn.example.org/inner"), SshConfig.of(directory, Map.of())));
    }

    private void assertRefused(String text, String why) {
        assertThatThrownBy(() -> places.checked(text, LISTED))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.UNSAFE))
                .hasMessageContaining(why);
    }

    @Test
    void aPathBelowADataDirectoryIsTakenWithItsLinksResolved() throws Exception {
        Path real = data.toRealPath();
        Files.createDirectory(real.resolve("run"));
        Files.createSymbolicLink(real.resolve("inside"), real.resolve("run"));
        assertThat(places.checked(data + "/run", LISTED)).isEqualTo(real + "/run");
        assertThat(places.checked(data + "/new/", LISTED)).isEqualTo(real + "/new/");
        assertThat(places.checked(data + "/inside/x", LISTED)).isEqualTo(real + "/run/x");
        assertThat(places.checked(real + "/run/", LISTED)).isEqualTo(real + "/run/");
    }

    @Test
    void noPathAndNoLinkLeadsOutOfTheDataDirectories() throws Exception {
        Files.createSymbolicLink(data.resolve("link"), directory.toRealPath());
        Files.createSymbolicLink(data.resolve("nowhere"), Path.of("/no/such/file"));
        assertRefused(directory + "/secret", "is not below a data directory of this worker");
        assertRefused(data + "/link/secret", "leads out of the data directories of this worker");
        assertRefused(data + "/link", "leads out of");
        assertRefused(data + "/link/new", "leads out of");
        assertRefused(data + "/nowhere", "is a link that leads nowhere");
        assertRefused(data + "/../secret", "is no absolute path");
        assertRefused(data + "/*", "has wildcards");
        assertRefused("-", "is no absolute path");
        assertRefused("run", "is no absolute path");
        assertRefused("file://" + directory.toRealPath() + "/secret", "is not below");
    }

    @Test
    void onlyListedHostsAreReachedAndNoNameOfTheWorkersOwn() throws Exception {
        assertThat(places.checked("sftp://127.0.0.1/x", LISTED)).isEqualTo("sftp://127.0.0.1/x");
        assertRefused("sftp://127.0.0.2/x", "127.0.0.2 are not allowed");
        assertRefused("sftp://localhost/x", "localhost are not allowed");
        assertRefused("lab:x", "is a name of the worker's own home");
        assertRefused("s3://dtn.example.org/x", "are not allowed by the service");
        assertThatThrownBy(() -> places.checked("sftp://localhost/x", List.of("localhost")))
                .hasMessageContaining("localhost leads to")
                .hasMessageContaining("it must be listed itself");
    }

    @Test
    void aDataDirectoryIsThere() {
        assertThatThrownBy(() -> WorkerPlaces.of(List.of(directory.resolve("none")), places.names()))
                .hasMessageContaining("there is no directory");
        assertThatThrownBy(() -> WorkerPlaces.of(List.of(directory.resolve("secret")), places.names()))
                .hasMessageContaining("is no directory");
    }
}
