package org.waybill.engine.node;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this process holds: threads by name, virtual ones too, and open files by what they are; both without numbers.
 *
 * @param heapBytes in use after a collection
 */
record Held(Map<String, Integer> threads, Map<String, Integer> files, long heapBytes) {
    private static final Pattern THREAD = Pattern.compile("#\\d+ \"(.*?)\".*");
    /** Come and go as the JVM likes, or are made once; those that begin with "case" belong to a test. */
    private static final Pattern NOT_OURS = Pattern.compile("ForkJoin.*|.*Cleaner.*|VirtualThread.*|.*Compiler.*"
            + "|Attach Listener|process reaper|.*Poller.*|warm up .*|case.*|junit.*");
    /** Of the JVM's own polling. */
    private static final Set<String> KERNELS = Set.of("anon_inode:[eventpoll]", "anon_inode:[eventfd]");

    static Held now(Path directory) throws IOException {
        return new Held(countThreads(directory), countFiles(), heap());
    }

    private static Map<String, Integer> countThreads(Path directory) throws IOException {
        Path dump = directory.resolve("threads-" + System.nanoTime());
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toAbsolutePath().toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : Files.readAllLines(dump)) {
            Matcher thread = THREAD.matcher(line);
            if (thread.matches() && !NOT_OURS.matcher(thread.group(1)).matches()) {
                counts.merge(thread.group(1).replaceAll("\\d+", "N"), 1, Integer::sum);
            }
        }
        Files.delete(dump);
        return counts;
    }

    private static Map<String, Integer> countFiles() throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                try {
                    String what = Files.readSymbolicLink(each).toString();
                    if (!what.contains("/proc/") && !what.endsWith(".jar") && !KERNELS.contains(what)) {
                        counts.merge(what.replaceAll("\\d+", "N"), 1, Integer::sum);
                    }
                } catch (NoSuchFileException _) {
                    // closed meanwhile
                }
            }
        }
        return counts;
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** What there is more of than there was; empty if nothing. */
    String beyond(Held before) {
        return difference("threads", threads, before.threads) + difference("files", files, before.files);
    }

    private static String difference(String what, Map<String, Integer> now, Map<String, Integer> before) {
        StringBuilder text = new StringBuilder();
        now.forEach((name, count) -> {
            int more = count - before.getOrDefault(name, 0);
            if (more > 0) {
                text.append(what)
                        .append(": ")
                        .append(more)
                        .append(" more of ")
                        .append(name)
                        .append('\n');
            }
        });
        return text.toString();
    }
}
