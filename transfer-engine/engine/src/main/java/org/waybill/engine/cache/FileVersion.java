package org.waybill.engine.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.storage.Permissions;

/** By what a client's file is found, without reading it: one content for each. */
record FileVersion(String client, long sizeBytes, long modifiedNanos, int permissions) {
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{64})-([0-9]{1,18})-(-?[0-9]{1,19})-([0-7]{1,3})");

    /** A version, and the SHA-256 of its content. */
    record Named(FileVersion version, String sha256) {}

    /** What the name of an entry says; empty if it is none. */
    static Optional<Named> parse(String client, String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            FileVersion version = new FileVersion(
                    client,
                    Long.parseLong(parts.group(2)),
                    Long.parseLong(parts.group(3)),
                    Integer.parseInt(parts.group(4), 8));
            return Optional.of(new Named(version, parts.group(1)));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** What a file is. */
    static FileVersion of(String client, Path file, BasicFileAttributes now) throws IOException {
        int permissions = Permissions.isPosix()
                ? Permissions.bits(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))
                : Permissions.USUAL;
        return new FileVersion(client, now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS), permissions);
    }

    /** Whether this is what a file is, as far as that shows without reading it: one that was changed since is not. */
    boolean isOf(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return now.isRegularFile()
                    && now.size() == sizeBytes
                    && now.lastModifiedTime().to(TimeUnit.NANOSECONDS) == modifiedNanos
                    && (!Permissions.isPosix()
                            || Permissions.bits(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))
                                    == permissions);
        } catch (IOException _) {
            return false;
        }
    }

    /** The name of the entry with this content. */
    String name(String sha256) {
        return sha256 + "-" + sizeBytes + "-" + modifiedNanos + "-" + Integer.toOctalString(permissions);
    }
}
