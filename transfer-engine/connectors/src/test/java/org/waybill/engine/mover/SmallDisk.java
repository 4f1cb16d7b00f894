package org.waybill.engine.mover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.waybill.engine.testserver.Packages;

/** A file system of a few MiB, or one that cannot be written; only root can mount one, others skip the test. */
public final class SmallDisk implements AutoCloseable {
    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    public static SmallDisk mount(Path directory, int mebibytes) throws IOException, InterruptedException {
        return mounted(directory, "size=" + mebibytes + "m");
    }

    /** One that has room for bytes, but only for a limited number of files and directories. */
    static SmallDisk mountForFiles(Path directory, int files) throws IOException, InterruptedException {
        return mounted(directory, "size=50m,nr_inodes=" + files);
    }

    /** One that has room and reports no size, as some file systems in user space do. */
    public static SmallDisk mountWithoutSize(Path directory) throws IOException, InterruptedException {
        return mounted(directory, "size=0");
    }

    private static SmallDisk mounted(Path directory, String size) throws IOException, InterruptedException {
        Packages.requireRoot("it mounts a small file system");
        Files.createDirectories(directory);
        run("mount", "-t", "tmpfs", "-o", size + ",mode=777", "tmpfs", directory.toString());
        return new SmallDisk(directory);
    }

    public void makeReadOnly() throws IOException, InterruptedException {
        run("mount", "-o", "remount,ro", directory.toString());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            Packages.missing("this system mounts no file system for tests: " + output.strip());
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", "-l", directory.toString());
    }
}
