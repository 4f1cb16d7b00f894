package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;

class SftpMoverTest extends MoverContract {
    @TempDir
    private static Path home;

    @AutoClose
    private static SshServer server;

    @TempDir
    private Path served;

    private TestCredentials credentials = new TestCredentials();

    @BeforeAll
    static void start() {
        server = SshServer.start(home);
    }

    @BeforeEach
    void rightCredentials() {
        credentials = server.credentials();
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return server.location(served + path);
    }

    @Override
    protected TestCredentials credentials() {
        return credentials;
    }

    @Override
    protected boolean writesWhereNamedLinksLead() {
        return true;
    }

    @Override
    protected boolean keepsLinks() {
        return true;
    }

    @Override
    protected boolean carriesPermissionsOfDirectories() {
        return true;
    }

    @Override
    protected boolean makesHoles() {
        return true;
    }

    @Override
    protected String transport() {
        return "sftp";
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }

    @Test
    void writesNothingWhereALinkAtTheServerLeads() throws Exception {
        Path tree = Files.createDirectory(here.resolve("linked"));
        file(Files.createDirectory(tree.resolve("sub")).resolve("s"), 10);
        file(tree.resolve("o"), 10);
        Path elsewhere = Files.createDirectory(here.resolve("elsewhere"));
        Path there = Files.createDirectory(servedDirectory("up").resolve("linked"));
        Files.createSymbolicLink(there.resolve("sub"), elsewhere);
        Files.createSymbolicLink(there.resolve("o"), file(here.resolve("victim"), 20));
        put(tree, remote("/up"));
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(here.resolve("victim")).hasSize(20);
        assertSameTree(tree, there);
    }

    @Test
    void verifiesByTheServersOwnHash() throws Exception {
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(file(here.resolve("a"), 10)), remote("/a")), listener);
        assertThat(listener.codes).containsExactly("VERIFIED_BY_FAR_END");
    }

    @Test
    void refusesAnUnknownHostKeyAndShowsItsFingerprint() throws Exception {
        credentials.knownHosts(Files.createFile(here.resolve("empty_known_hosts")));
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.HOST_KEY);
        assertThat(e)
                .hasMessageContaining(fingerprint())
                .hasMessageContaining(
                        "waybill trust sftp://127.0.0.1:" + server.port() + " --fingerprint " + fingerprint());
    }

    @Test
    void refusesAChangedHostKey() throws Exception {
        SshServer.newKey(here.resolve("other"), "");
        Path known = here.resolve("known_hosts");
        Files.writeString(known, "[127.0.0.1]:" + server.port() + " " + Files.readString(here.resolve("other.pub")));
        credentials.knownHosts(known);
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.HOST_KEY);
        assertThat(e).hasMessageContaining("HAS CHANGED").hasMessageContaining(fingerprint());
    }

    @Test
    void refusesAKeyThatTheServerDoesNotKnow() throws Exception {
        SshServer.newKey(here.resolve("stranger"), "");
        credentials = new TestCredentials().knownHosts(server.knownHosts()).sshKey(here.resolve("stranger"));
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        credentials = new TestCredentials().knownHosts(server.knownHosts()).password(server.user(), "no such password");
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e.getMessage()).doesNotContain("no such password");
    }

    @Test
    void opensAnEncryptedKeyWithItsPassphrase() throws Exception {
        Path key = here.resolve("key");
        SshServer.newKey(key, "open sesame");
        Path authorized = server.userKey().resolveSibling("authorized_keys");
        String before = Files.readString(authorized);
        Files.writeString(authorized, before + Files.readString(here.resolve("key.pub")));
        try {
            credentials = new TestCredentials()
                    .knownHosts(server.knownHosts())
                    .sshKey(key)
                    .passphrase(key, "open sesame");
            put(file(here.resolve("a"), 10), remote("/a"));
        } finally {
            Files.writeString(authorized, before);
        }
        assertThat(served.resolve("a")).exists();
    }

    @Test
    void saysWhenNothingListens() throws Exception {
        Location nowhere = new Location("sftp", "x", "127.0.0.1", 1, "/a");
        TransferException e = failure(local(file(here.resolve("a"), 10)), nowhere);
        assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void saysWhenThereIsNoSuchHost() throws Exception {
        Location nowhere = new Location("sftp", "x", "no-such-host.invalid", 0, "/a");
        TransferException e = failure(local(file(here.resolve("a"), 10)), nowhere);
        assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_HOST);
    }

    private static String fingerprint() throws IOException {
        Process keygen = new ProcessBuilder(
                        "ssh-keygen", "-l", "-f", server.hostPublicKey().toString())
                .start();
        return new String(keygen.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split(" ")[1];
    }
}
