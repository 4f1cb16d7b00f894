package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;

/**
 * nginx: ranges, PUT, and WebDAV with listings. Paths below {@code /private/} require user {@code alice}, password
 * {@code correct horse}; {@code /elsewhere/} redirects to a host that does not exist; {@code /moved/X} to {@code /X}. As
 * at Nextcloud, nothing is written under a name that ends with {@code .part} or {@code .filepart}.
 */
public final class WebServer extends TestServer {
    /** Who may enter {@code /private/}. */
    public static final String USER = "alice";

    public static final String PASSWORD = "correct horse";

    private static final Path MODULES = Path.of("/usr/lib/nginx/modules");
    private static final String DAV_EXT = "ngx_http_dav_ext_module.so";

    private final boolean tls;

    /** What differs from the plain server. */
    public enum Option {
        /** GET and HEAD alone, as ordinary web sites. */
        READ_ONLY,
        /** PUT without any of WebDAV's other methods. */
        PUT_ONLY
    }

    private WebServer(ServerProcess process, int port, boolean tls) {
        super(process, port);
        this.tls = tls;
    }

    public static WebServer start(Path directory, Path root, Option... options) {
        return start(directory, root, null, null, Set.of(options));
    }

    public static WebServer startTls(Path directory, Path root, TestAuthority.Identity identity, Option... options) {
        return start(directory, root, identity, null, Set.of(options));
    }

    /** One that lets in no one without a certificate of {@code authority}. */
    public static WebServer startMutualTls(Path directory, Path root, TestAuthority.Identity identity, Path authority) {
        return start(directory, root, identity, authority, Set.of());
    }

    private static WebServer start(
            Path directory,
            Path root,
            TestAuthority.@Nullable Identity identity,
            @Nullable Path clients,
            Set<Option> options) {
        Path nginx = Packages.require("nginx", "nginx-light");
        if (!Files.exists(MODULES.resolve(DAV_EXT))) {
            Packages.missing("nginx has no WebDAV listings: apt-get install libnginx-mod-http-dav-ext");
        }
        try {
            Path home = Files.createTempDirectory(directory, "nginx");
            int port = TestPorts.free();
            Files.writeString(home.resolve("users"), USER + ":{SHA}" + sha1(PASSWORD) + "\n");
            Path config =
                    Files.writeString(home.resolve("nginx.conf"), config(home, root, port, identity, clients, options));
            ServerProcess process = ServerProcess.start(
                    home,
                    port,
                    Map.of(),
                    List.of(nginx.toString(), "-p", home.toString(), "-e", "stderr", "-c", config.toString()));
            return new WebServer(process, port, identity != null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String config(
            Path home,
            Path root,
            int port,
            TestAuthority.@Nullable Identity identity,
            @Nullable Path clients,
            Set<Option> options) {
        String tls = identity == null
                ? ""
                : "ssl_certificate %s; ssl_certificate_key %s;".formatted(identity.certificate(), identity.key());
        if (clients != null) {
            tls += " ssl_client_certificate " + clients + "; ssl_verify_client on;";
        }
        return """
            load_module %s/%s;
            daemon off;
            worker_processes 2;
            pid nginx.pid;
            error_log stderr warn;
            %s
            events { worker_connections 256; }
            http {
              access_log off;
              client_max_body_size 0;
              client_body_temp_path body;
              proxy_temp_path proxy; fastcgi_temp_path fastcgi; scgi_temp_path scgi; uwsgi_temp_path uwsgi;
              sendfile on;
              server {
                listen 127.0.0.1:%d%s;
                %s
                root %s;
                %s
                location /private/ { auth_basic test; auth_basic_user_file %s/users; }
                location /elsewhere/ { return 302 http://other.invalid/x; }
                location ~ ^/moved/(.*)$ { return 307 /$1; }
                location ~ \\.(part|filepart)$ { limit_except GET PROPFIND OPTIONS DELETE { deny all; } }
              }
            }
            """.formatted(
                        MODULES,
                        DAV_EXT,
                        Packages.isRoot() ? "user root;" : "",
                        port,
                        identity == null ? "" : " ssl",
                        tls,
                        root,
                        methods(options),
                        home);
    }

    private static String methods(Set<Option> options) {
        if (options.contains(Option.READ_ONLY)) {
            return "";
        }
        return options.contains(Option.PUT_ONLY)
                ? "dav_methods PUT;"
                : "dav_methods PUT DELETE MKCOL COPY MOVE; dav_ext_methods PROPFIND OPTIONS;";
    }

    private static String sha1(String password) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Location location(String path) {
        return new Location(tls ? "https" : "http", null, host(), port(), path);
    }

    /** The same place, for user {@link #USER}. */
    public Location privateLocation(String path) {
        return new Location(tls ? "https" : "http", USER, host(), port(), "/private" + path);
    }
}
