package org.waybill.engine.testserver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.platform.Proxies;

/** Credentials of a test: what it was given, nothing from the user's home. */
public final class TestCredentials implements Credentials {
    private final Map<String, String> passwords = new HashMap<>();
    private final Map<Path, String> passphrases = new HashMap<>();
    private final Map<String, ClientCertificate> certificates = new HashMap<>();
    private final List<Path> keys = new ArrayList<>();
    private Path knownHosts = Path.of("/dev/null");
    private SshConfig sshConfig = SshConfig.NONE;
    private Proxies proxies = Proxies.NONE;
    private volatile @Nullable BearerToken token;
    private @Nullable String tokenProblem;
    private @Nullable Path trusted;
    private @Nullable Path gridProxy;
    private Path gridAuthorities = Path.of("/none");

    public TestCredentials password(String user, String password) {
        passwords.put(user, password);
        return this;
    }

    public TestCredentials sshKey(Path key) {
        keys.add(key);
        return this;
    }

    public TestCredentials passphrase(Path key, String passphrase) {
        passphrases.put(key, passphrase);
        return this;
    }

    public TestCredentials knownHosts(Path file) {
        knownHosts = file;
        return this;
    }

    public TestCredentials sshConfig(SshConfig config) {
        sshConfig = config;
        return this;
    }

    public TestCredentials proxies(Proxies named) {
        proxies = named;
        return this;
    }

    @Override
    public Proxies proxies() {
        return proxies;
    }

    public TestCredentials token(@Nullable BearerToken bearer) {
        token = bearer;
        return this;
    }

    @Override
    public Optional<BearerToken> bearerToken() throws TransferException {
        String problem = tokenProblem;
        if (problem != null) {
            throw new TransferException(Reason.BAD_INPUT, problem);
        }
        return Optional.ofNullable(token);
    }

    /** There is to be one, and it cannot be had. */
    public TestCredentials tokenProblem(String text) {
        tokenProblem = text;
        return this;
    }

    public TestCredentials trust(Path pem) {
        trusted = pem;
        return this;
    }

    public TestCredentials grid(Path proxy, Path authorities) {
        gridProxy = proxy;
        gridAuthorities = authorities;
        return this;
    }

    public TestCredentials certificate(String scheme, ClientCertificate certificate) {
        certificates.put(scheme, certificate);
        return this;
    }

    @Override
    public Optional<ClientCertificate> certificate(String scheme, String host, int port) {
        return Optional.ofNullable(certificates.get(scheme));
    }

    @Override
    public Optional<Path> gridProxy() {
        return Optional.ofNullable(gridProxy);
    }

    @Override
    public Path gridAuthorities() {
        return gridAuthorities;
    }

    @Override
    public Optional<char[]> password(String scheme, String host, int port, String user) {
        return Optional.ofNullable(passwords.get(user)).map(String::toCharArray);
    }

    @Override
    public List<Path> sshKeys(String host, @Nullable String user) {
        return List.copyOf(keys);
    }

    @Override
    public Optional<char[]> passphrase(Path key) {
        return Optional.ofNullable(passphrases.get(key)).map(String::toCharArray);
    }

    @Override
    public Path knownHosts() {
        return knownHosts;
    }

    @Override
    public SshConfig sshConfig() {
        return sshConfig;
    }

    @Override
    public Optional<Path> trustedCertificates() {
        return Optional.ofNullable(trusted);
    }
}
