package org.waybill.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Site;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.cli.Cli;
import org.waybill.client.remote.ServiceAddress;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.testserver.SrmServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;
import tools.jackson.databind.JsonNode;

/** {@code waybill storage} and advice about a storage system, through the embedded service. */
@Timeout(180)
class StorageCommandTest {
    @TempDir
    private Path directory;

    private Cli cli;
    private SharedService service;
    private SrmServer storage;
    private volatile String turl = "";

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        storage = SrmServer.start(
                        List.of("gsiftp", "https"),
                        path -> turl.isEmpty() ? "gsiftp://pool7.example.org:2811" + path : turl)
                .with("/data/f1", new SrmServer.StoredFile(5_000_000_000L, true))
                .with("/data/f2", new SrmServer.StoredFile(7, false));
        Path access = Files.createDirectories(cli.home().resolve("provisioning"));
        Path file = Files.writeString(access.resolve("Lab_tape.properties"), "host=127.0.0.1:" + storage.port() + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        service = cli.service();
    }

    /** What an operator would enter at the console. */
    private void catalogue() throws Exception {
        ServiceAddress address = service.address(null);
        try (HessianClient client = new HessianClient(
                address::token,
                null,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                new StrictSerializerFactory(HessianLimits.DEFAULT, CatalogService.class))) {
            CatalogService catalogue = client.at(address.url().resolve("/hessian/catalog"), CatalogService.class);
            catalogue.save(new Organisation(0, 0, "Lab", "US", ""));
            catalogue.save(new Site(0, 0, "Lab tape", "Lab", "Batavia", "US", 41.8, -88.3));
            catalogue.save(new Provisioning(0, 0, "Lab tape", ProvisioningKind.SRM, storage.url(), "Lab tape"));
        }
    }

    @Test
    void aFileOnTapeIsWaitedForAndReleased() throws Exception {
        catalogue();
        Cli.Result look = cli.run("storage", "look", "--json", storage.surl("/data/f1"));
        assertThat(look.code()).as(look.err()).isZero();
        assertThat(look.json().get("version").asString()).isEqualTo("v2.2");
        assertThat(look.json().get("protocols").toString()).isEqualTo("[\"gsiftp\",\"https\"]");
        assertThat(look.json().get("entries").get(0).get("locality").asString()).isEqualTo("NEARLINE");

        Cli.Result got = cli.run("storage", "get", storage.surl("/data/f1"));
        assertThat(got.out()).isEqualTo("gsiftp://pool7.example.org:2811/data/f1\n");
        assertThat(got.err()).contains("waiting for the file (request ");
        assertThat(storage.operations())
                .containsSequence("srmPrepareToGet", "srmStatusOfGetRequest", "srmStatusOfGetRequest");
        assertThat(storage.open()).isOne();
        assertThat(cli.run("storage", "release", storage.surl("/data/f1")).code())
                .isZero();
        assertThat(storage.open()).isZero();
        Cli.Result again = cli.run("storage", "release", storage.surl("/data/f1"));
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.err()).contains("no saved request for this path").hasLineCount(1);

        Path file = Files.write(directory.resolve("new"), new byte[9]);
        Cli.Result put = cli.run("storage", "put", "--json", storage.surl("/data/new"), file.toString());
        assertThat(put.json().get("transferUrl").asString()).isEqualTo("gsiftp://pool7.example.org:2811/data/new");
        assertThat(cli.run("storage", "done", storage.surl("/data/new")).code()).isZero();
        assertThat(storage.operations()).last().isEqualTo("srmPutDone");
        Cli.Result absent = cli.run("storage", "get", storage.surl("/data/none"));
        assertThat(absent.err()).contains("SRM_INVALID_PATH").hasLineCount(1);
        assertThat(cli.run("storage", "look", "srm://nobody.example/x").err()).contains("no storage system at");
    }

    @Test
    void adviceHasTheStepsOfAStorageSystem() throws Exception {
        catalogue();
        JsonNode advice = cli.run("advise", "--json", storage.surl("/data/f2"), directory + "/f2")
                .json();
        assertThat(advice.get("warnings").toString()).contains("STORAGE_SYSTEM", "Lab tape speaks SRM v2.2");
        JsonNode option = advice.get("workflows")
                .valueStream()
                .filter(one -> one.get("transport").asString().equals("srm+gsiftp"))
                .findFirst()
                .orElseThrow();
        assertThat(option.get("steps")
                        .valueStream()
                        .map(step -> step.get("command").asString()))
                .containsSubsequence(
                        "turl=$(waybill storage get --protocol gsiftp -- '" + storage.surl("/data/f2") + "')",
                        "globus-url-copy -fast -p 4 \"$turl\" file://" + directory + "/f2",
                        "waybill storage release -- '" + storage.surl("/data/f2") + "'");
        JsonNode tape = cli.run("advise", "--json", storage.surl("/data/f1"), directory + "/f1")
                .json();
        assertThat(tape.get("workflows").valueStream())
                .isNotEmpty()
                .allSatisfy(one ->
                        assertThat(one.get("estimate").get("basis").asString()).isEqualTo("UNKNOWN"));
        Cli.Result script = cli.run(
                "script", "--workflow", option.get("rank").asString(), storage.surl("/data/f2"), directory + "/f2");
        assertThat(script.out()).contains("turl=$(waybill storage get").contains("waybill storage release");
    }

    /** The system names a place at a web server, in another directory and by another name. */
    @Test
    void aCopyHasTheFileMadeReadyAndEndsTheRequest() throws Exception {
        catalogue();
        TestAuthority authority = TestAuthority.in(directory);
        Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
        Path pool = Files.createDirectory(directory.resolve("pool"));
        Files.setPosixFilePermissions(pool, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(pool.resolve("0007"), "on tape");
        storage.with("/data/f3", new SrmServer.StoredFile(7, true));
        Cli.Result dry = cli.run("copy", "-n", "--workflow", "srm-https", storage.surl("/data/f3"), directory + "/");
        assertThat(dry.code()).as(dry.err()).isZero();
        assertThat(dry.out())
                .isEqualTo(
                        "would copy srm://127.0.0.1:" + storage.port() + "/data/f3 by srm+https, forecast unknown\n");
        for (List<String> places : List.of(
                List.of(storage.surl("/data/f3"), directory + "/"),
                List.of(cli.home().resolve("trusted.pem").toString(), storage.surl("/data/new")))) {
            Cli.Result deleting = cli.run(
                    "copy", "-q", "--delete-source", "--workflow", "srm-https", places.getFirst(), places.getLast());
            assertThat(deleting.code()).as(deleting.err()).isEqualTo(2);
            assertThat(deleting.err()).contains("srm URLs").hasLineCount(1);
        }
        assertThat(storage.open()).as("nothing was made ready").isZero();
        try (WebServer web = WebServer.startTls(directory, pool, authority.loopback())) {
            turl = "https://127.0.0.1:" + web.port() + "/0007";
            Cli.Result read = cli.run("copy", "--workflow", "srm-https", storage.surl("/data/f3"), directory + "/");
            assertThat(read.code()).as(read.err()).isZero();
            assertThat(directory.resolve("f3")).hasContent("on tape");
            assertThat(read.err()).contains("waiting for the storage system to make the file ready (request ");
            assertThat(storage.operations()).endsWith("srmReleaseFiles");

            turl = "https://127.0.0.1:" + web.port() + "/0008";
            Path file = Files.writeString(directory.resolve("new"), "results");
            Cli.Result written = cli.run("copy", "--workflow", "srm-https", file.toString(), storage.surl("/data/new"));
            assertThat(written.code()).as(written.err()).isZero();
            assertThat(pool.resolve("0008")).hasContent("results");
            assertThat(storage.operations()).endsWith("srmPutDone");

            turl = "https://127.0.0.1:" + web.port() + "/absent";
            Cli.Result failed =
                    cli.run("copy", "-q", "--workflow", "srm-https", storage.surl("/data/f2"), directory + "/");
            assertThat(failed.code()).as(failed.err()).isEqualTo(3);
            assertThat(failed.err()).hasLineCount(1);
        }
        assertThat(storage.open()).as("requests that were not ended").isZero();
    }

    @Test
    void aTransferUrlThatLiesReachesNoScript() throws Exception {
        catalogue();
        for (String lie : List.of("-o/etc/cron.d/x", "https://pool7.example.org/data/f2", "gsiftp://pool7/a b")) {
            turl = lie;
            Cli.Result got = cli.run("storage", "get", "--quiet", "--protocol", "gsiftp", storage.surl("/data/f2"));
            // the service refuses what is not a transfer URL at all, and we what we did not ask for
            assertThat(got.code()).as(lie).isEqualTo(lie.startsWith("https") ? 12 : 4);
            assertThat(got.out()).isEmpty();
            assertThat(got.err())
                    .contains("transfer URL")
                    .containsPattern(
                            "transfer URL whose protocol is not one of gsiftp|unusable transfer URL: expected gsiftp")
                    .hasLineCount(1);
        }
        assertThat(storage.open()).isZero();
    }

    @AfterEach
    void stop() {
        service.close();
        storage.close();
    }
}
