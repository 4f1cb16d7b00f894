package org.waybill.protocol;

import org.jspecify.annotations.Nullable;

/** What rclone(1) reaches servers by, under rclone's names. */
public enum RcloneBackend {
    /** By keys, of a file or an agent. */
    SFTP(null),
    FTP("RCLONE_FTP_PASS"),
    /** Only reads. */
    HTTP(null),
    WEBDAV("RCLONE_WEBDAV_PASS"),
    /** By AWS's files and environment; the bucket is part of the path. */
    S3(null),
    /** What the user's own configuration says of a remote. */
    CONFIGURED(null);

    private final @Nullable String password;

    RcloneBackend(@Nullable String password) {
        this.password = password;
    }

    /** The variable of the environment that has the password, as {@code rclone obscure} writes it; null for none. */
    public @Nullable String passwordVariable() {
        return password;
    }
}
