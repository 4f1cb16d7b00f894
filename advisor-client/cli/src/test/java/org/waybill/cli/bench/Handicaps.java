package org.waybill.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What makes a disk slow and processors few: limits of the kernel's control groups, of version 1 or 2. */
final class Handicaps {
    private static final int PERIOD_MICROS = 100_000;

    /**
     * A file system of its own, whose device the kernel throttles. Arguments: mount point, image, bytes, rate, read or
     * write.
     */
    private static final String SLOW_DISK = """
        truncate -s "$3" "$2" && mkfs.ext4 -q -F -m 0 "$2" && device=$(losetup --find --show "$2") || exit 1
        mount "$device" "$1" && chmod 777 "$1" && number=$(cat "/sys/block/${device#/dev/}/dev") || exit 1
        groups=/sys/fs/cgroup
        if [ -e $groups/blkio/blkio.throttle.$5_bps_device ]; then
            echo "$number $4" > $groups/blkio/blkio.throttle.$5_bps_device
        else
            echo "$number $(echo $5 | cut -c1)bps=$4" > $groups/io.max
        fi
        """;

    private static final String NO_DISK = """
        device=$(findmnt -no SOURCE "$1") && number=$(cat "/sys/block/${device#/dev/}/dev")
        groups=/sys/fs/cgroup
        for way in read write; do
            [ ! -e $groups/blkio ] || echo "$number 0" > $groups/blkio/blkio.throttle.${way}_bps_device
        done
        umount -l "$1" && losetup --detach "$device"
        """;
    /**
     * All that runs in a network namespace gets so little, and sees it: {@code ip netns exec} hides the control groups.
     * Arguments: namespace, name of the group, microseconds of a period.
     */
    private static final String FEW_CPUS = """
        groups=/sys/fs/cgroup
        if [ -e $groups/cgroup.controllers ]; then
            here=$groups/$2; file=cpu.max; value="$3 100000"
            show="mount -t cgroup2 none $groups"
            echo +cpu > $groups/cgroup.subtree_control
        else
            here=$groups/cpu/$2; file=cpu.cfs_quota_us; value=$3
            show="mount -t tmpfs none $groups && mkdir $groups/cpu && mount -t cgroup -o cpu none $groups/cpu"
        fi
        mkdir -p "$here" && echo "$value" > "$here/$file" || exit 1
        for pid in $(ip netns pids "$1"); do
            nsenter -m -t "$pid" sh -c "mountpoint -q $groups || { $show; }" && echo "$pid" > "$here/cgroup.procs"
        done
        """;

    private static final String NO_GROUP = """
        for group in /sys/fs/cgroup/cpu/$1 /sys/fs/cgroup/$1; do [ ! -d "$group" ] || rmdir "$group"; done
        """;

    private Handicaps() {}

    /** Puts a disk that reads, or writes, no faster at a directory, until it is closed. */
    static AutoCloseable slowDisk(Path directory, Path image, long bytes, long bytesPerSecond, boolean reading)
            throws IOException, InterruptedException {
        sh(
                SLOW_DISK,
                directory.toString(),
                image.toString(),
                "" + bytes,
                "" + bytesPerSecond,
                reading ? "read" : "write");
        return () -> sh(NO_DISK, directory.toString());
    }

    /** Lets a file be read from its disk again, not from memory. */
    static void forget(Path file) throws IOException, InterruptedException {
        sh("dd of=\"$1\" oflag=nocache conv=notrunc,fdatasync count=0 if=/dev/null", file.toString());
    }

    /**
     * Gives all that runs in a namespace a number of processors together; what it starts later has its part of them.
     */
    static void fewCpus(String namespace, String group, double cpus) throws IOException, InterruptedException {
        sh(FEW_CPUS, namespace, group, "" + (long) (cpus * PERIOD_MICROS));
    }

    /** Removes the group of {@link #fewCpus}, if there is one, once its processes have ended. */
    static void endGroup(String group) throws IOException, InterruptedException {
        sh(NO_GROUP, group);
    }

    private static void sh(String script, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("handicap: " + said);
        }
    }
}
