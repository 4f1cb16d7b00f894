package org.waybill.engine.testserver;

import java.util.List;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** Remotes of the real rclone, which the environment of the tests configures (the modules' poms). */
public final class RcloneRemotes {
    private static final String HERE = "here";

    private RcloneRemotes() {}

    /** A file of this machine, by rclone. @param path absolute */
    public static Location here(String path) {
        Packages.require("rclone", "rclone");
        return new Location(Protocol.RCLONE.scheme(), null, HERE, 0, path);
    }

    /** Ends every rclone that this process has started, as a crash would. */
    public static void killAll() {
        running().forEach(ProcessHandle::destroyForcibly);
    }

    /** Those that serve this process. */
    public static List<ProcessHandle> running() {
        return ProcessHandle.current()
                .descendants()
                .filter(one -> one.info()
                        .command()
                        .filter(name -> name.endsWith("/rclone"))
                        .isPresent())
                .toList();
    }
}
