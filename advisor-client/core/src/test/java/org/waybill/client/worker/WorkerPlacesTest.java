package org.waybill.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.platform.PrivateFiles;

class WorkerPlacesTest {
    private static final List<String> LISTED = List.of("127.0.0.1", "dtn.example.org", "lab");

    @TempDir
    private Path directory;

    private Path data;
    private WorkerPlaces places;

    @BeforeEach
    void make() throws Exception {
        Path real = Files.createDirectories(directory.toRealPath().resolve("disk/data"));
        modes(real, "rwxr-xr-x");
        data = Files.createSymbolicLink(directory.toRealPath().resolve("data"), real);
        Files.writeString(directory.resolve("secret"), "s");
        places = WorkerPlaces.of(
                List.of(data),
                new EndpointNames(Map.of("lab", "sftp://dtn.example.org/inner"), SshConfig.of(directory, Map.of())),
                List.of());
    }

    private static void modes(Path path, String modes) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(modes));
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
        modes(Files.createDirectory(real.resolve("run")), "rwxr-xr-x");
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
    void nothingIsOpenedByNameWhereOthersCouldPutALink() throws Exception {
        Path real = data.toRealPath();
        Path shared = Files.createDirectory(real.resolve("shared"));
        Files.createDirectory(shared.resolve("run"));
        for (String modes : List.of("rwxrwxr-x", "rwxr-xrwx")) {
            modes(shared, modes);
            assertRefused(data + "/shared/run", "shared may be written by others than the worker's user");
            assertRefused(data + "/shared/run/new", "shared may be written by others");
            assertThat(places.checked(data + "/shared/", LISTED)).isEqualTo(shared + "/");
            assertThat(places.destination(data + "/shared/", LISTED)).isEqualTo(shared + "/");
        }
        modes(shared, "rwxr-xr-x");
        if (PrivateFiles.thisUser() == 0) {
            Files.setAttribute(shared, "unix:uid", 65_534);
            assertRefused(data + "/shared/run", "shared may be written by others");
            Files.setAttribute(shared, "unix:uid", 0);
        }
        modes(real, "rwxrwxr-x");
        assertRefused(data + "/shared", "data may be written by others");
    }

    @Test
    void aDestinationIsBelowADataDirectory() throws Exception {
        assertThat(places.destination(data + "/new/", LISTED)).isEqualTo(data.toRealPath() + "/new/");
        assertThat(places.destination("sftp://127.0.0.1/x", LISTED)).isEqualTo("sftp://127.0.0.1/x");
        assertThatThrownBy(() -> places.destination(data + "/", LISTED)).hasMessageContaining("name a place below it");
    }

    @Test
    void noDataDirectoryHoldsASecretOfTheWorker() throws Exception {
        Path home = Files.createDirectories(data.toRealPath().resolve("worker/home"));
        for (Path named : List.of(data, home, Files.createDirectory(home.resolve("in")))) {
            assertThatThrownBy(() -> WorkerPlaces.of(List.of(named), places.names(), List.of(home)))
                    .hasMessageContaining("tasks would reach " + home);
        }
        Path apart = Files.createDirectory(data.resolve("apart"));
        assertThat(WorkerPlaces.of(List.of(apart), places.names(), List.of(home))
                        .directories())
                .containsExactly(apart.toRealPath());
    }

    @Test
    void aListedHostIsNoAliasOfAnother() throws Exception {
        Path config = Files.createDirectory(directory.resolve(".ssh")).resolve("config");
        Files.writeString(config, "Host 127.0.0.1\n  HostName 10.0.0.5\n");
        assertRefused("sftp://127.0.0.1/x", "10.0.0.5 are not allowed");
        assertThat(places.checked("http://127.0.0.1/x", LISTED)).isEqualTo("http://127.0.0.1/x");
        assertThat(places.checked("sftp://127.0.0.1/x", List.of("127.0.0.1", "10.0.0.5")))
                .isEqualTo("sftp://127.0.0.1/x");
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
        assertThatThrownBy(() -> WorkerPlaces.of(List.of(directory.resolve("none")), places.names(), List.of()))
                .hasMessageContaining("there is no directory");
        assertThatThrownBy(() -> WorkerPlaces.of(List.of(directory.resolve("secret")), places.names(), List.of()))
                .hasMessageContaining("is no directory");
    }
}
