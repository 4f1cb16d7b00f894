package org.waybill.api.task;

import java.util.List;

/**
 * A worker asks for tasks.
 *
 * @param worker its name
 * @param host the machine that it runs on
 * @param version of its release
 * @param atOnce how many tasks it runs at once
 * @param free how many more it would take now; it may get fewer although there are more
 * @param directories absolute paths below which its tasks may use local paths
 * @param waitSeconds how long it would wait for a task; at most 20. The service may answer earlier
 */
public record LeaseRequest(
        String worker, String host, String version, int atOnce, int free, List<String> directories, int waitSeconds) {}
