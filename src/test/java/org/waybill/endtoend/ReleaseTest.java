package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.Packages;

/** What people install, of what this build has packaged: decision 0308. */
@Timeout(300)
class ReleaseTest {
    @TempDir
    private static Path shared;

    private static final Path ROOT = Path.of(System.getProperty("waybill.root", ".."));
    /**
     * Nothing but busybox and the C library: who installs is root, who copies may write to no place of it. The root is no
     * mount, so the JDK finds none of a file.
     */
    private static final String IN_AN_EMPTY_ROOT = """
        set -eu
        cd "$1"
        mkdir -p bin dev proc tmp home
        chmod 1777 tmp home
        busybox=$(command -v busybox)
        cp "$busybox" bin/
        for applet in $(busybox --list); do ln -sf busybox "bin/$applet"; done
        for library in $(ldd "$busybox" | grep -o '/[^ ]*'); do
            mkdir -p ".${library%/*}"
            cp -L "$library" ".$library"
            case $library in */libc.so.*) c=${library%/*} ;; esac
        done
        for name in libdl.so.2 libm.so.6 libpthread.so.0 librt.so.1; do cp -L "$c/$name" ".$c/"; done
        mount --rbind /proc proc
        mount --rbind /dev dev
        export PATH=/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin HOME=/home WAYBILL_AOT=off
        unset JAVA_HOME
        chroot . sh /release/install.sh --prefix /opt
        mkdir home/a
        head -c 5000000 /dev/urandom > home/a/f
        chroot --userspec 65534:65534 . waybill copy /home/a /home/b
        cmp home/a/f home/b/f
        chroot --userspec 65534:65534 . waybill sync /home/a/ /home/b
        """;

    /**
     * As a container's runtime does it: the image's root, which nothing can be written to, with volumes and a network of its
     * own. The node and its client share a home, and so a pairing.
     */
    private static final String IN_AN_IMAGE = """
        set -eu
        root=$1 user=$2 environment=$3
        shift 3
        mount --bind "$root" "$root"
        cd "$root"
        mount -o remount,bind,ro "$root"
        for volume in $volumes; do
            mount -t tmpfs -o "mode=0755,uid=${user%:*},gid=${user#*:}" tmpfs "$root$volume"
        done
        mount -t tmpfs -o mode=1777 tmpfs tmp
        mount --rbind /proc proc
        mount --rbind /dev dev
        if chroot . touch /written 2> /dev/null; then echo "the root can be written to"; exit 1; fi
        ip link set lo up
        in_image() { chroot --userspec="$user" "$root" /bin/env -i $environment "$@"; }
        chroot --userspec="$user" "$root" /bin/env -i $environment "$@" > "$log" 2>&1 &
        main=$!
        trap 'kill "$main" 2> /dev/null || true; wait "$main" || true; cat "$log"' EXIT
        tries=0
        until grep -q "$ready" "$log"; do
            kill -0 "$main"
            tries=$((tries + 1))
            [ "$tries" -lt 300 ]
            sleep 0.2
        done
        eval "$then"
        """;

    private static final String COPY = """
        in_image sh -c 'head -c 5000000 /dev/urandom > /tmp/f'
        in_image waybill copy /tmp/f waybill://127.0.0.1:7411/f
        cmp tmp/f data/f
        [ "$(stat -c %u data/f)" = 65532 ]
        """;

    private static final String HEALTH = """
        in_image wget -q -O - http://127.0.0.1:7412/actuator/health/readiness
        in_image sh -c 'test -s "$WAYBILL_HOME/first-run-secret"'
        """;

    private static Path made;

    @TempDir
    private Path directory;

    /** What this build has packaged, made once. */
    private Path release() throws Exception {
        Packages.requireRoot("an empty root is entered by chroot");
        Packages.require("busybox", "busybox");
        for (String face : List.of("cli", "desktop")) {
            Path jar = ROOT.resolve("advisor-client/" + face + "/target/client-" + face + ".jar");
            assumeTrue(Files.exists(jar), jar + " is made by 'mvn package', which did not run");
        }
        if (made == null) {
            Path release = shared.resolve("release");
            Ended ended = run(
                    "env",
                    "WAYBILL_BUILD=no",
                    ROOT.resolve("build-tools/release").toString(),
                    "",
                    release.toString());
            assertThat(ended.code()).as(ended.said()).isZero();
            made = release;
        }
        return made;
    }

    @Test
    void theArchiveIsInstalledInAnEmptyRootAndCopiesAFileVerified() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        Files.createDirectory(root.resolve("release"));
        for (Path file : files(release())) {
            Files.createLink(root.resolve("release").resolve(file.getFileName()), file);
        }

        Ended copied = run("unshare", "--mount", "sh", "-c", IN_AN_EMPTY_ROOT, "sh", root.toString());

        assertThat(copied.code()).as(copied.said()).isZero();
        assertThat(copied.said()).contains("\nverified, sha256 ");
    }

    @Test
    void theImagesRunANodeAndAServiceAsNoRootOnARootThatCannotBeWrittenTo() throws Exception {
        Path tar = files(release()).stream()
                .filter(file -> file.toString().endsWith("-oci.tar"))
                .findFirst()
                .orElseThrow();
        Path archive = Path.of(tar.toString().replace("-oci.tar", ".tar.gz"));
        Path layout = Files.createDirectory(directory.resolve("layout"));
        shell("tar -xf \"$1\" -C \"$2\"", tar.toString(), layout.toString());
        OciLayout images = OciLayout.verified(layout);

        assertThat(images.digests()).contains("sha256:" + OciLayout.sha256(archive));
        OciLayout.Image node = images.image("waybill-node:");
        OciLayout.Image service = images.image("waybill-service:");
        assertThat(service.layers()).isEqualTo(node.layers());
        Path root = Files.createDirectory(directory.resolve("image"));
        for (Path layer : node.layers()) {
            shell("tar -xzpf \"$1\" -C \"$2\"", layer.toString(), root.toString());
        }
        assertThat(inImage(root, node, "Waybill node at", COPY)).contains("\nverified, sha256 ");
        assertThat(inImage(root, service, "advisor service at", HEALTH))
                .contains("{\"status\":\"UP\"}")
                .contains("/var/lib/waybill/home/first-run-secret");
    }

    /** What the image's command and what is done beside it said. */
    private String inImage(Path root, OciLayout.Image image, String ready, String then) throws Exception {
        List<String> command = concat(
                List.of(
                        "env",
                        "volumes=" + String.join(" ", image.volumes()),
                        "log=" + directory.resolve("log"),
                        "ready=" + ready,
                        "then=" + then,
                        "unshare",
                        "--mount",
                        "--net",
                        "sh",
                        "-c",
                        IN_AN_IMAGE,
                        "sh",
                        root.toString(),
                        image.user(),
                        String.join(" ", image.environment())),
                image.command());
        Ended ended = run(command);
        assertThat(ended.code()).as(ended.said()).isZero();
        return ended.said();
    }

    private static List<Path> files(Path release) throws IOException {
        try (Stream<Path> all = Files.list(release)) {
            return all.toList();
        }
    }

    @Test
    void nothingIsUnpackedThatDiffersFromItsChecksumOrThatTheKeyDidNotSign() throws Exception {
        Packages.require("gpg", "gnupg");
        Path release = madeUpRelease();
        Path key = release.resolve("../key.asc");
        sign(release, "them", release.resolve("../other.asc"));
        sign(release, "us", key);
        Path prefix = directory.resolve("prefix");
        List<String> install =
                List.of("sh", ROOT.resolve("build-tools/packaging/install.sh").toString());
        List<String> to = List.of("--prefix", prefix.toString(), release.toString());

        Ended notOurs = run(
                concat(install, List.of("--key", release.resolve("../other.asc").toString()), to));
        assertThat(notOurs.said()).contains("is not signed by").contains("nothing was installed");
        assertThat(prefix).doesNotExist();
        Ended ours = run(concat(install, List.of("--key", key.toString()), to));
        assertThat(ours.said()).isEqualTo("installed\nadd " + prefix.toRealPath() + "/bin to your PATH\n");
        Files.writeString(release.resolve(archive()), "x");
        Ended changed = run(concat(install, to));

        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.said()).contains(archive() + " differs from SHA256SUMS: nothing was installed");
        assertThat(run(prefix.resolve("bin/waybill").toString()).said()).isEqualTo("installed\n");
    }

    private static String archive() {
        return "waybill-1.2-linux-" + System.getProperty("os.arch").replace("amd64", "x86_64") + ".tar.gz";
    }

    /** An archive whose waybill says that it is installed, with its checksum. */
    private Path madeUpRelease() throws Exception {
        Path release = Files.createDirectory(directory.resolve("release"));
        shell("""
            cd "$1"
            mkdir -p ../waybill-1.2-linux-x86_64/bin ../waybill-1.2-linux-x86_64/share/man/man1
            printf '#!/bin/sh\\necho installed\\n' > ../waybill-1.2-linux-x86_64/bin/waybill
            chmod 755 ../waybill-1.2-linux-x86_64/bin/waybill
            tar -czf "$2" -C .. waybill-1.2-linux-x86_64
            sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .
            """, release.toString(), archive());
        return release;
    }

    private void sign(Path release, String who, Path key) throws Exception {
        shell("""
            export GNUPGHOME="$3-home"
            mkdir -m 700 "$GNUPGHOME"
            gpg --batch -q --passphrase '' --quick-generate-key "$2" ed25519 sign
            gpg --batch -q --yes --armor --output "$1/SHA256SUMS.asc" --detach-sign "$1/SHA256SUMS"
            gpg --batch -q --armor --export "$2" > "$3"
            gpgconf --kill all
            """, release.toString(), who, key.normalize().toString());
    }

    private void shell(String script, String... arguments) throws Exception {
        Ended ended = run(concat(List.of("sh", "-euc", script, "sh"), List.of(arguments)));
        assertThat(ended.code()).as(ended.said()).isZero();
    }

    /** @param said on both streams */
    private record Ended(int code, String said) {}

    private Ended run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .directory(directory.toFile())
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @SafeVarargs
    private static List<String> concat(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}
