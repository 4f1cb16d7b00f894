package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.Packages;

/** What people install, of what this build has packaged: decision 0308. */
@Timeout(300)
class ReleaseTest {
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

    @TempDir
    private Path directory;

    @Test
    void theArchiveIsInstalledInAnEmptyRootAndCopiesAFileVerified() throws Exception {
        Packages.requireRoot("an empty root is entered by chroot");
        Packages.require("busybox", "busybox");
        for (String face : List.of("cli", "desktop")) {
            Path jar = ROOT.resolve("advisor-client/" + face + "/target/client-" + face + ".jar");
            assumeTrue(Files.exists(jar), jar + " is made by 'mvn package', which did not run");
        }
        Path root = Files.createDirectory(directory.resolve("root"));

        Ended made = run(
                "env",
                "WAYBILL_BUILD=no",
                ROOT.resolve("build-tools/release").toString(),
                "",
                root.resolve("release").toString());
        assertThat(made.code()).as(made.said()).isZero();
        Ended copied = run("unshare", "--mount", "sh", "-c", IN_AN_EMPTY_ROOT, "sh", root.toString());

        assertThat(copied.code()).as(copied.said()).isZero();
        assertThat(copied.said()).contains("\nverified, sha256 ");
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
