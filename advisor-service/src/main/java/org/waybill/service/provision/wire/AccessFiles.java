package org.waybill.service.provision.wire;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import org.springframework.beans.factory.annotation.Value;
import org.waybill.api.ServiceException;
import org.waybill.platform.PrivateFiles;
import org.waybill.service.InputChecks;

/**
 * Which systems may be called, and with what: {@code provisioning/NAME.properties} in the service's home, for its owner
 * only. A system without such a file is never called, even if the catalogue lists it. The file names the host, so that
 * a change in the catalogue alone cannot send credentials elsewhere; settings that end in {@code File} are read from
 * the file that they name.
 */
public final class AccessFiles {
    private static final double MOST_SECONDS = 86_400;

    private final Path directory;

    public AccessFiles(@Value("${waybill.home}") Path home) {
        this.directory = home.resolve("provisioning");
    }

    private Path file(String name) {
        return directory.resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".properties");
    }

    /** How long a system's circuits take to be set up, if its owner has said so with {@code setUpSeconds}. */
    public OptionalDouble setUpSeconds(String name) {
        Path file = file(name);
        String set = Files.exists(file) ? read(name, file).getOrDefault("setUpSeconds", "") : "";
        if (set.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double seconds = Double.parseDouble(set);
            InputChecks.between("setUpSeconds", Double.valueOf(seconds), 0, MOST_SECONDS);
            return OptionalDouble.of(seconds);
        } catch (NumberFormatException e) {
            throw new ServiceException(
                    ServiceException.BAD_REQUEST,
                    "invalid setUpSeconds '" + set + "' of " + name + ": expected seconds",
                    e);
        }
    }

    /** The access to a system of the catalogue. */
    public SystemAccess of(String name, String url) {
        Path file = file(name);
        Map<String, String> settings = read(name, file);
        URI address = address(name, url);
        String allowed = settings.getOrDefault("host", "");
        if (!allowed.equals(address.getRawAuthority())) {
            throw ServiceException.forbidden("calls to " + name + " are allowed to host '" + allowed
                    + "' only, the catalogue has " + address.getRawAuthority());
        }
        return new SystemAccess(name, address, settings);
    }

    private static URI address(String name, String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new ServiceException(ServiceException.BAD_REQUEST, name + " has no usable address", e);
        }
    }

    private Map<String, String> read(String name, Path file) {
        try {
            ownerOnly(file);
            Properties properties = new Properties();
            try (Reader text = Files.newBufferedReader(file)) {
                properties.load(text);
            }
            Map<String, String> settings = new LinkedHashMap<>();
            for (String key : properties.stringPropertyNames()) {
                String value = properties.getProperty(key).strip();
                settings.put(key, value);
                if (key.endsWith("PasswordFile") || key.equals("tokenFile")) {
                    Path secret = directory.resolve(value);
                    ownerOnly(secret);
                    settings.put(
                            key.substring(0, key.length() - "File".length()),
                            Files.readString(secret).strip());
                } else if (key.endsWith("File")) {
                    settings.put(key, directory.resolve(value).toString());
                }
            }
            return settings;
        } catch (NoSuchFileException missing) {
            throw new ServiceException(
                    ServiceException.FORBIDDEN,
                    "calls to " + name + " are not allowed: provisioning/" + file.getFileName()
                            + " in the service's home, or a file that it names, is missing",
                    missing);
        } catch (IOException | IllegalArgumentException e) {
            throw ServiceException.unavailable("cannot read the access file of " + name, e);
        }
    }

    private static void ownerOnly(Path file) throws IOException {
        if (PrivateFiles.isOpenToOthers(file)) {
            throw ServiceException.forbidden(file.getFileName() + " is readable by other users: run chmod 600");
        }
    }
}
