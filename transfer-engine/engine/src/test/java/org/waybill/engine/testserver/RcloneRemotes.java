package org.waybill.engine.testserver;

import java.util.List;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** Remotes of the real rclone, which the environment of the tests configures (the modules' poms). */
public final class RcloneRemotes {
    private static final String HERE = "here";
    private static final String WITHOUT_HASHES = "hashless";

    private static final String IN_MEMORY = "memory";

    private RcloneRemotes() {}

    /** A file of this machine, by rclone. @param path absolute */
    public static Location here(String path) {
        return at(HERE, path);
    }

    /** The same by a backend that knows no hashes. */
    public static Location hereWithoutHashes(String path) {
        return at(WITHOUT_HASHES, path);
    }

    /** In rclone's memory: as object stores it holds no empty directories. Nothing is there after its store. */
    public static Location inMemory(String path) {
        return at(IN_MEMORY, path);
    }

    /** The first as on a command line. */
    public static String text(String path) {
        return text(here(path));
    }

    /** That in memory as on a command line. */
    public static String inMemoryText(String path) {
        return text(inMemory(path));
    }

    private static String text(Location remote) {
        return remote.scheme() + ":" + remote.host() + ":" + remote.path();
    }

    private static Location at(String name, String path) {
        Packages.require("rclone", "rclone");
        return new Location(Protocol.RCLONE.scheme(), null, name, 0, path);
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
