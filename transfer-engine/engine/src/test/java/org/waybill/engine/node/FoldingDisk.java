package org.waybill.engine.node;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.waybill.engine.testserver.Packages;

/** A file system that takes upper and lower case for the same: exFAT on a loop device. */
public final class FoldingDisk implements AutoCloseable {
    private static final long BYTES = 32L << 20;

    public final Path directory;
    private final String device;

    private FoldingDisk(Path directory, String device) {
        this.directory = directory;
        this.device = device;
    }

    public static FoldingDisk mount(Path directory) throws IOException, InterruptedException {
        Packages.requireRoot("it mounts a file system");
        Path image = directory.resolveSibling(directory.getFileName() + ".image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        run("mkfs.exfat", image.toString());
        String device = run("losetup", "--find", "--show", image.toString());
        FoldingDisk disk = new FoldingDisk(Files.createDirectories(directory), device);
        try {
            run("mount.exfat-fuse", device, directory.toString());
            return disk;
        } catch (RuntimeException | Error e) {
            run("losetup", "--detach", device);
            throw e;
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException _) {
            return Packages.missing(command[0] + " is not installed: apt-get install exfat-fuse exfatprogs mount");
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? output : Packages.missing("this system mounts no exFAT for tests: " + output);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", "-l", directory.toString());
        run("losetup", "--detach", device);
    }
}
