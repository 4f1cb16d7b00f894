package org.waybill.client.endpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/**
 * The user's file {@code config} in the home: places under names of their own, and defaults of options. It holds no
 * secrets. Lines are {@code [remotes]}, {@code [defaults]}, {@code NAME = VALUE}, blank, or comments after {@code #}.
 * See decision 0274.
 *
 * @param remotes an endpoint for each name, as the user wrote it
 * @param defaults values of options of {@code copy}, named without their dashes
 */
public record HomeConfig(Map<String, String> remotes, Map<String, String> defaults) {
    private static final String REMOTES = "remotes";
    private static final String DEFAULTS = "defaults";

    /**
     * Reads the file; nothing is configured where there is none.
     *
     * @throws TransferException where a line cannot be understood, with its number
     */
    public static HomeConfig read(Path file) throws TransferException {
        Map<String, String> remotes = new TreeMap<>();
        Map<String, String> defaults = new TreeMap<>();
        @Nullable Map<String, String> section = null;
        int number = 0;
        for (String raw : text(file).lines().toList()) {
            number++;
            String line = raw.strip();
            int equals = line.indexOf('=');
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.equals("[" + REMOTES + "]")) {
                section = remotes;
            } else if (line.equals("[" + DEFAULTS + "]")) {
                section = defaults;
            } else if (equals > 0 && section != null) {
                section.put(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip());
            } else {
                throw new TransferException(
                        Reason.BAD_INPUT,
                        "line " + number + " of " + file + " is invalid: expected [" + REMOTES + "], [" + DEFAULTS
                                + "] or NAME = VALUE below one of them");
            }
        }
        return new HomeConfig(remotes, defaults);
    }

    private static String text(Path file) throws TransferException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException _) {
            return "";
        } catch (IOException e) {
            throw new TransferException(Reason.PERMISSION, "cannot read " + file + ": " + ErrorText.of(e), e);
        }
    }

    /** With a remote in place of one of the same name. */
    public HomeConfig with(String name, String endpoint) {
        Map<String, String> all = new TreeMap<>(remotes);
        all.put(name, endpoint);
        return new HomeConfig(all, defaults);
    }

    public HomeConfig without(String name) {
        Map<String, String> all = new LinkedHashMap<>(remotes);
        all.remove(name);
        return new HomeConfig(all, defaults);
    }

    /** Writes the file again, for its owner alone. Comments go. */
    public void write(Path file) throws IOException {
        PrivateFiles.replace(
                file, section(REMOTES, remotes) + (defaults.isEmpty() ? "" : "\n" + section(DEFAULTS, defaults)));
    }

    private static String section(String name, Map<String, String> values) {
        return "[" + name + "]\n"
                + values.entrySet().stream()
                        .map(one -> one.getKey() + " = " + one.getValue() + "\n")
                        .collect(Collectors.joining());
    }
}
