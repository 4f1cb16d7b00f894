package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The images of an unpacked OCI layout, read as a container's runtime does: decision 0312. */
record OciLayout(Path directory, JsonNode index, Set<String> digests) {
    private static final int BUFFER_BYTES = 1 << 20;

    /**
     * An image.
     *
     * @param user {@code UID:GID}
     * @param environment {@code NAME=VALUE}, without blanks
     * @param command entry point and arguments
     * @param layers compressed archives, the lowest first
     */
    record Image(
            String user, List<String> environment, List<String> command, List<String> volumes, List<Path> layers) {}

    /** Each blob has the digest and the size that it is named by. */
    static OciLayout verified(Path directory) throws IOException {
        assertThat(read(directory.resolve("oci-layout"))
                        .get("imageLayoutVersion")
                        .asString())
                .isEqualTo("1.0.0");
        OciLayout layout = new OciLayout(directory, read(directory.resolve("index.json")), new TreeSet<>());
        for (JsonNode entry : layout.index.get("manifests")) {
            JsonNode manifest = read(layout.blob(entry));
            JsonNode config = read(layout.blob(manifest.get("config")));
            JsonNode diffs = config.at("/rootfs/diff_ids");
            assertThat(diffs.size()).isEqualTo(manifest.get("layers").size());
            for (int i = 0; i < diffs.size(); i++) {
                Path layer = layout.blob(manifest.get("layers").get(i));
                if (layout.digests.add("plain " + diffs.get(i).asString())) {
                    try (InputStream plain = new GZIPInputStream(Files.newInputStream(layer), BUFFER_BYTES)) {
                        assertThat("sha256:" + sha256(plain))
                                .isEqualTo(diffs.get(i).asString());
                    }
                }
            }
        }
        return layout;
    }

    /** The one whose name begins so. */
    Image image(String name) throws IOException {
        for (JsonNode entry : index.get("manifests")) {
            String ref =
                    entry.at("/annotations/org.opencontainers.image.ref.name").asString();
            if (ref.startsWith(name)) {
                JsonNode manifest = read(blob(entry));
                JsonNode config = read(blob(manifest.get("config"))).get("config");
                List<String> command = texts(config.get("Entrypoint"));
                command.addAll(texts(config.path("Cmd")));
                List<Path> layers = new ArrayList<>();
                for (JsonNode layer : manifest.get("layers")) {
                    layers.add(blob(layer));
                }
                return new Image(
                        config.get("User").asString(),
                        texts(config.get("Env")),
                        command,
                        List.copyOf(config.get("Volumes").propertyNames()),
                        layers);
            }
        }
        throw new AssertionError("no image " + name);
    }

    private Path blob(JsonNode descriptor) throws IOException {
        String digest = descriptor.get("digest").asString();
        Path file = directory.resolve("blobs").resolve(digest.replace(':', '/'));
        if (digests.add(digest)) {
            assertThat(Files.size(file)).isEqualTo(descriptor.get("size").asLong());
            assertThat("sha256:" + sha256(file)).isEqualTo(digest);
        }
        return file;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    private static JsonNode read(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return sha256(in);
        }
    }

    private static String sha256(InputStream in) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
