package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;

/** Unknown servers and secrets that are saved nowhere are asked for in the window, against real servers. */
@Timeout(150)
class QuestionsTest {
    @TempDir
    Path temp;

    private Path home;
    private Path source;
    private Path ssh;
    private Window window;

    @BeforeEach
    void openWindow() throws Exception {
        home = Files.createDirectory(
                temp.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ssh = Files.createDirectory(home.resolve(".ssh"));
        byte[] content = new byte[300_000];
        new Random(7).nextBytes(content);
        source = Files.write(temp.resolve("x.bin"), content);
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "WAYBILL_HOME", home + "/waybill", "X509_USER_PROXY", home + "/none");
        window = Window.open(SharedAdvisor.of(environment), environment);
    }

    @AfterEach
    void closeWindow() throws Exception {
        window.close();
    }

    private WizardViewModel wizard() {
        return window.model().wizard;
    }

    private void advise(String destination) throws Exception {
        window.paste("source", source.toString());
        window.paste("destination", destination);
        window.click("advise");
    }

    /** Waits for the question whose words have these. */
    private void asked(String... words) throws Exception {
        window.await(
                "the question about " + String.join(", ", words) + ", not " + Window.onFx(this::questions)
                        + wizard().problem.get(),
                () -> java.util.Arrays.stream(words).allMatch(questions()::contains));
        window.awaitEnabled("question-cancel");
    }

    /** The words of the question on the screen; empty if there is none. */
    private String questions() {
        StringBuilder words = new StringBuilder();
        if (window.scene().lookup("#question") instanceof javafx.scene.Parent question) {
            for (javafx.scene.Node node : question.lookupAll(".label")) {
                words.append(((Label) node).getText()).append('\n');
            }
            words.append(window.find("question-fingerprint", TextField.class).getText());
        }
        return words.toString();
    }

    private void answer(String text) throws Exception {
        // until the next frame an earlier question's field keeps the focus, and this one has no skin that takes keys
        window.await(
                "the focus of this question's field",
                () -> window.scene().lookup("#question-field") instanceof TextField field
                        && window.scene().getFocusOwner() == field
                        && field.getSkin() != null);
        window.write(text);
        window.await(
                "the answer in the field",
                () -> window.find("question-field", TextField.class).getText().equals(text));
        window.press(KeyCode.ENTER);
    }

    private void problem(String... words) throws Exception {
        window.await(
                "the problem",
                () -> !wizard().problem.get().isEmpty() && wizard().stage.get() == WizardStep.WHERE);
        assertThat(wizard().problem.get()).contains(words);
        assertThat(Window.onFx(() -> window.scene().lookup("#question"))).isNull();
    }

    private void copied(Path target) throws Exception {
        window.click("move");
        TransferViewModel moving = wizard().moving();
        window.await(
                "the end",
                () -> moving.state().get() != TransferViewModel.State.IDLE
                        && !moving.state().get().isUnderWay());
        assertThat(Window.onFx(() -> moving.headline.get()))
                .as(moving.details.get())
                .isEqualTo("Copied and verified");
        assertThat(target).satisfies(sameContentAs(source));
        assertThat(Window.onFx(() -> window.scene().lookup("#question"))).isNull();
    }

    @Test
    void aHostKeyAndAPassphraseAreAskedForOnceAndEnterTrustsNobody() throws Exception {
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.start(temp)) {
            Path key = ssh.resolve("id_ed25519");
            SshServer.newKey(key, "open sesame");
            Files.writeString(
                    server.userKey().resolveSibling("authorized_keys"), Files.readString(Path.of(key + ".pub")));
            String url = "sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "/";
            advise(url);
            asked("Unknown server", "127.0.0.1", "host key", fingerprint(server));
            assertThat(window.focused()).isEqualTo("question-cancel");
            Window.onFx(() -> {
                window.find("question-yes", Button.class).requestFocus();
                return true;
            });
            window.press(KeyCode.ENTER);
            assertThat(Window.onFx(this::questions)).as("Enter answers nothing").isNotEmpty();
            assertThat(ssh.resolve("known_hosts")).doesNotExist();
            window.press(KeyCode.ESCAPE);
            problem("is not trusted", "nothing was sent");
            assertThat(ssh.resolve("known_hosts")).doesNotExist();

            window.click("advise");
            asked("Unknown server");
            window.click("question-yes");
            asked("assphrase");
            answer("open says me");
            asked("not accepted", "assphrase");
            answer("open sesame");
            window.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
            copied(served.resolve("x.bin"));
            assertThat(ssh.resolve("known_hosts"))
                    .content()
                    .contains(Files.readString(server.hostPublicKey()).split(" ")[1]);
        }
    }

    private static String fingerprint(SshServer server) throws Exception {
        byte[] key = java.util.Base64.getDecoder()
                .decode(Files.readString(server.hostPublicKey()).split(" ")[1]);
        return org.waybill.engine.mover.trust.ServerIdentity.fingerprint(key);
    }

    @Test
    void aChangedHostKeyIsRefusedWithBothFingerprints() throws Exception {
        try (SshServer server = SshServer.start(temp)) {
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            String other = Files.readString(Path.of(server.userKey() + ".pub"));
            Files.writeString(ssh.resolve("known_hosts"), "[127.0.0.1]:" + server.port() + " " + other);
            advise("sftp://" + server.user() + "@127.0.0.1:" + server.port() + temp + "/");
            problem(
                    "HAS CHANGED",
                    fingerprint(server),
                    org.waybill.engine.mover.trust.ServerIdentity.fingerprint(
                            java.util.Base64.getDecoder().decode(other.split(" ")[1])),
                    "ssh-keygen -R");
        }
    }

    @Test
    void aCertificateAndAPasswordAreAskedForAndAWrongPasswordIsForgotten() throws Exception {
        Path root = Files.createDirectory(temp.resolve("www"));
        Files.createDirectory(root.resolve("private"));
        try (WebServer server =
                WebServer.startTls(temp, root, TestAuthority.in(temp).loopback())) {
            advise("davs://" + WebServer.USER + "@127.0.0.1:" + server.port()
                    + server.privateLocation("/x.bin").path());
            asked("Password of");
            answer("wrong");
            asked("Unknown server", "certificate", "SHA256:");
            window.click("question-yes");
            window.await("advice without a log-in", () -> wizard().stage.get() != WizardStep.LOOKING);
            Window.onFx(() -> {
                wizard().startAgain();
                return true;
            });
            window.click("advise");
            asked("Password of");
            answer(WebServer.PASSWORD);
            window.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
            copied(root.resolve("private/x.bin"));
            assertThat(home.resolve("waybill/known_servers"))
                    .content()
                    .startsWith("127.0.0.1:" + server.port() + " SHA256:");
        }
    }

    @Test
    void aOneTimeCodeIsAskedForOnceForATransfer() throws Exception {
        Assumptions.assumeTrue(Packages.isRoot(), "PAM's rules can be written");
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.startAskingForCodes(temp, "code-1")) {
            Files.writeString(
                    ssh.resolve("known_hosts"),
                    "[127.0.0.1]:" + server.port() + " " + Files.readString(server.hostPublicKey()));
            advise("sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "/");
            asked("asks:");
            answer("code-1");
            window.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
            copied(served.resolve("x.bin"));
        }
    }

    @Test
    void anUnknownNodeIsPairedWithByItsToken() throws Exception {
        Path data = Files.createDirectory(temp.resolve("data"));
        Path operator = Files.createDirectory(
                temp.resolve("operator"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(operator, data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/x.bin";
            advise(url);
            asked("Pair with the node", node.fingerprint().sha256());
            window.click("question-cancel");
            problem("is not trusted");
            window.click("advise");
            asked("Pair with the node");
            answer(node.newPairingToken());
            window.await("the options", () -> wizard().stage.get() == WizardStep.OPTIONS);
            copied(data.resolve("x.bin"));
        }
    }
}
