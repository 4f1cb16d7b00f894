package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.endpoint.BrowserViewModel;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestedProtocols;
import org.waybill.engine.testserver.WebServer;
import org.waybill.platform.PrivateFiles;

/** The browser of an end, in the window and against real servers. */
@Timeout(120)
class BrowserTest {
    @TempDir
    Path temp;

    private Path home;
    private Path root;
    private Window window;
    private AutoCloseable server = () -> {};

    /** Where files are. */
    enum Kind {
        LOCAL,
        SFTP,
        FTP,
        DAV,
        NODE
    }

    @BeforeAll
    static void missNoProtocol() {
        TestedProtocols.requireIn(Kind.class, "FTPS", "GSIFTP", "HTTP", "HTTPS", "DAVS", "S3", "RCLONE");
    }

    @BeforeEach
    void openWindow() throws Exception {
        home = Files.createDirectory(
                temp.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        root = Files.createDirectory(temp.resolve("root"));
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "WAYBILL_HOME", home + "/waybill", "X509_USER_PROXY", home + "/none");
        window = Window.open(SharedAdvisor.of(environment), environment);
    }

    @AfterEach
    void closeWindow() throws Exception {
        window.close();
        server.close();
    }

    private String start(Kind kind) throws Exception {
        switch (kind) {
            case SFTP -> {
                SshServer ssh = SshServer.start(temp);
                Path keys = Files.createDirectory(home.resolve(".ssh"));
                Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
                Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
                Files.writeString(
                        keys.resolve("config"),
                        "Host dtn\n  HostName 127.0.0.1\n  Port " + ssh.port() + "\n  User " + ssh.user() + "\n");
                server = ssh;
                return "dtn:" + root + "/"; // an alias of ssh_config will do
            }
            case FTP -> {
                FtpServer ftp = FtpServer.start(temp, root);
                server = ftp;
                return "ftp://127.0.0.1:" + ftp.port() + ftp.location("/").path();
            }
            case DAV -> {
                WebServer web = WebServer.start(temp, root);
                server = web;
                return "dav://127.0.0.1:" + web.port() + "/";
            }
            case NODE -> {
                PrivateFiles.createDirectory(home.resolve("waybill"));
                WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(home.resolve("waybill"), root)
                        .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
                server = node;
                return "waybill://127.0.0.1:" + node.address().getPort() + "/";
            }
            default -> {
                return root + "/";
            }
        }
    }

    private BrowserViewModel browser() {
        return window.model().wizard.browser;
    }

    private void browse(String end) throws Exception {
        window.paste("destination", end);
        window.click("destination-browse");
        window.await(
                "the browser",
                () -> window.scene().lookup("#browser") != null
                        && !browser().work.busy().get());
    }

    @SuppressWarnings("unchecked")
    private TableView<Entry> table() {
        return window.find("browser", TableView.class);
    }

    private List<String> names() throws Exception {
        return Window.onFx(() -> table().getItems().stream().map(Entry::name).toList());
    }

    private void awaitNames(String... wanted) throws Exception {
        window.await(
                "the names " + List.of(wanted) + ", not " + names()
                        + browser().problem().get(),
                () -> !browser().work.busy().get()
                        && table().getItems().stream().map(Entry::name).toList().equals(List.of(wanted)));
    }

    private void select(String name) throws Exception {
        Window.onFx(() -> {
            table().getSelectionModel().clearSelection();
            table().getSelectionModel()
                    .select(table().getItems().stream()
                            .filter(one -> one.name().equals(name))
                            .findFirst()
                            .orElseThrow());
            return true;
        });
    }

    private void answer(String name) throws Exception {
        window.await(
                "the question",
                () -> window.scene().getFocusOwner() instanceof TextField field
                        && "browser-name".equals(field.getId()));
        window.write(name);
        window.press(KeyCode.ENTER);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void makesRenamesAndDeletesAtEveryEnd(Kind kind) throws Exception {
        Files.writeString(root.resolve("data.h5"), "12345");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        browse(start(kind));
        awaitNames("data.h5");

        window.click("browser-new");
        answer("run7");
        awaitNames("run7", "data.h5");
        assertThat(root.resolve("run7")).isDirectory();
        window.click("browser-new");
        answer("run7");
        window.await("the refusal", () -> browser().problem().get().contains("already exists"));

        select("run7");
        window.click("browser-rename");
        answer("run8"); // the old name is selected: what is typed replaces it
        awaitNames("run8", "data.h5");
        select("run8");
        window.click("browser-rename");
        answer("data.h5");
        window.await(
                "the refusal",
                () -> !browser().work.busy().get() && !browser().problem().get().isEmpty());
        assertThat(root.resolve("data.h5")).hasContent("12345");
        assertThat(root.resolve("run8")).isDirectory();

        Files.writeString(root.resolve("run8/a.bin"), "abc");
        select("run8");
        window.click("browser-delete");
        window.await("the question", () -> browser().asking().get() == BrowserViewModel.Asking.DELETION);
        assertThat(Window.onFx(() -> browser().question().get())).contains("run8", "1 file, 0 folders", "3 B");
        window.press(KeyCode.ENTER); // at once, as by a slip: the focus is on Keep
        window.await("nothing asked", () -> browser().asking().get() == BrowserViewModel.Asking.NOTHING);
        assertThat(root.resolve("run8/a.bin")).exists();
        window.click("browser-delete");
        window.click("browser-yes");
        awaitNames("data.h5");
        assertThat(root.resolve("run8")).doesNotExist();
    }

    @Test
    void aDeletionThatFailsShowsWhatIsLeft() throws Exception {
        for (String name : List.of("a.bin", "b.bin", "c.bin")) {
            file(name, 1_000, "2026-03-01T10:00:00Z");
        }
        browse(root + "/");
        awaitNames("a.bin", "b.bin", "c.bin");
        Window.onFx(() -> {
            table().getSelectionModel().clearSelection();
            table().getSelectionModel().selectIndices(0, 1);
            return true;
        });
        window.click("browser-delete");
        window.await("the question", () -> browser().asking().get() == BrowserViewModel.Asking.DELETION);
        Files.delete(root.resolve("b.bin")); // by another program
        window.click("browser-yes");
        awaitNames("c.bin");
        window.await("the failure", () -> browser().problem().get().contains("does not exist"));
    }

    @Test
    void severalEntriesAreCopiedAndDeleted() throws Exception {
        for (String name : List.of("a.bin", "b.bin", "c.bin")) {
            file(name, 1_000, "2026-03-01T10:00:00Z");
        }
        Files.createDirectory(root.resolve("run7"));
        file("run7/deep.bin", 2_000, "2026-03-01T10:00:00Z");
        Path target = Files.createDirectory(temp.resolve("target"));
        window.paste("destination", target + "/");
        window.paste("source", root + "/");
        window.click("source-browse");
        awaitNames("run7", "a.bin", "b.bin", "c.bin");
        Window.onFx(() -> {
            table().getSelectionModel().clearSelection();
            table().getSelectionModel().selectIndices(0, 2);
            return true;
        });
        assertThat(Window.onFx(() -> window.scene().lookup("#browser-rename").isDisabled()))
                .isTrue();
        window.click("browser-choose");
        window.await(
                "the size",
                () -> window.find("source-size", Label.class).getText().equals("run7, b.bin: 3.00 kB in 2 files"));
        window.click("advise");
        window.click("move");
        TransferViewModel moving = window.model().wizard.moving();
        window.await("the end", () -> moving.state().get() == TransferViewModel.State.DONE);
        assertThat(target.resolve("b.bin")).hasSize(1_000);
        assertThat(target.resolve("run7/deep.bin")).hasSize(2_000);
        assertThat(target.resolve("a.bin")).doesNotExist();

        Window.onFx(() -> {
            window.model().wizard.startAgain();
            return true;
        });
        browse(target + "/");
        awaitNames("run7", "b.bin");
        Window.onFx(() -> {
            table().getSelectionModel().selectAll();
            return true;
        });
        window.click("browser-delete");
        window.await("the question", () -> browser().asking().get() == BrowserViewModel.Asking.DELETION);
        assertThat(Window.onFx(() -> browser().question().get())).contains("2 entries", "2 files, 1 folder", "3.00 kB");
        window.click("browser-yes");
        awaitNames();
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void sortsByEachColumnHidesDotFilesAndEscapesNames() throws Exception {
        String longName = "detector-".repeat(20) + ".h5";
        file("b.bin", 10, "2026-03-01T10:00:00Z");
        file("a.bin", 300, "2026-03-02T10:00:00Z");
        file("turned\u202egpj.exe", 20, "2026-03-03T10:00:00Z");
        file(longName, 1, "2026-03-04T10:00:00Z");
        file(".hidden", 5, "2026-03-05T10:00:00Z");
        Files.createDirectory(root.resolve("zoo"));
        browse(root + "/");
        awaitNames("zoo", "a.bin", "b.bin", longName, "turned\u202egpj.exe");
        window.click("browser-hidden");
        awaitNames("zoo", ".hidden", "a.bin", "b.bin", longName, "turned\u202egpj.exe");
        window.click("browser-hidden");
        sort(1);
        awaitNames("zoo", longName, "b.bin", "turned\u202egpj.exe", "a.bin");
        sort(2);
        awaitNames("zoo", "b.bin", "a.bin", "turned\u202egpj.exe", longName);
        List<TableCell<?, ?>> cells = Window.onFx(() -> {
            table().layout(); // rows show other entries after it
            List<TableCell<?, ?>> found = new java.util.ArrayList<>();
            table().lookupAll(".table-cell").forEach(node -> found.add((TableCell<?, ?>) node));
            return found;
        });
        assertThat(cells)
                .extracting(TableCell::getText)
                .filteredOn(Objects::nonNull)
                .contains("turned\\u202egpj.exe", "300 B", "2026-03-02 10:00")
                .noneMatch(text -> text.contains("\u202e"));
        TableCell<?, ?> cut = Window.onFx(() -> cells.stream()
                .filter(cell -> longName.equals(cell.getText()))
                .findFirst()
                .orElseThrow());
        window.pointAt(cut);
        window.await(
                "the name in full",
                () -> cut.getTooltip() != null && cut.getTooltip().getText().equals(longName));
    }

    private void file(String name, int bytes, String modified) throws Exception {
        Path file = Files.write(root.resolve(name), new byte[bytes]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(modified)));
    }

    private void sort(int column) throws Exception {
        Window.onFx(() -> {
            table().getSortOrder().setAll(List.of(table().getColumns().get(column)));
            return true;
        });
    }

    @Test
    void neverDeletesAHomeNorFollowsALink() throws Exception {
        Path kept = Files.createDirectory(temp.resolve("elsewhere"));
        Files.writeString(kept.resolve("precious"), "1", StandardCharsets.UTF_8);
        Files.createSymbolicLink(root.resolve("link"), kept);
        browse(temp + "/");
        select("home");
        window.click("browser-delete");
        window.await("the refusal", () -> browser().problem().get().contains("home directory"));
        assertThat(home).isDirectory();
        window.press(KeyCode.ESCAPE);
        browse(root + "/");
        awaitNames("link");
        window.click("browser-delete");
        window.click("browser-yes");
        awaitNames();
        assertThat(kept.resolve("precious")).exists();
    }
}
