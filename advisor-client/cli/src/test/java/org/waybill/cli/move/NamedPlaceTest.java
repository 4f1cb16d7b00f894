package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

/** Two servers of one host that show different files at one path. */
class NamedPlaceTest {
    @TempDir
    private Path directory;

    @Test
    void anotherFileAtTheSamePathIsRefusedAndAnEqualOneIsDoubted() throws Exception {
        Path web = Files.createDirectory(directory.resolve("web"));
        Path ftp = Files.createDirectory(directory.resolve("ftp"));
        Files.writeString(web.resolve("x"), "a".repeat(30_000));
        List<String> notes = new ArrayList<>();
        try (WebServer http = WebServer.start(directory, web);
                FtpServer other = FtpServer.start(directory, ftp)) {
            Files.writeString(ftp.resolve("x"), "b".repeat(30));
            EndpointStores stores = new EndpointStores(
                    new WaybillHome(directory.resolve("home")), new TestCredentials(), null, (_, _) -> {});
            NamedPlace place = new NamedPlace(stores, notes::add);
            Endpoint named = new Endpoint(http.location("/x"), true);
            assertThatThrownBy(() -> place.checkSource(named, other.location("/x")))
                    .hasMessageContaining("a file of 30 B instead of a file of 29.3 KiB");
            Files.writeString(ftp.resolve("x"), "b".repeat(30_000));
            place.checkSource(named, other.location("/x"));
            assertThat(notes).singleElement().asString().contains("may not be");
            place.checkSource(named, named.location());
            place.checkSource(new Endpoint(http.location("/x"), false), other.location("/x"));
            assertThat(notes).hasSize(1);
        }
    }
}
