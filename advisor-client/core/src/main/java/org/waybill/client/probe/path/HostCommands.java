package org.waybill.client.probe.path;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.waybill.client.probe.CanRun;

/** Runs tools on some host: this one, or the remote host over a session that the user has anyway. */
public interface HostCommands {
    /** Whether a tool of this name can be found there. */
    boolean has(String tool) throws IOException, InterruptedException;

    /** Whether a probe that needs the tool can run. */
    default CanRun installed(String tool) {
        try {
            return has(tool) ? new CanRun.Yes() : new CanRun.No(tool + " is not installed");
        } catch (IOException e) {
            return new CanRun.No("cannot check for " + tool + ": " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new CanRun.No("interrupted while checking for " + tool);
        }
    }

    /**
     * Runs a tool and waits; at the limit it is killed and what it has printed so far is kept.
     *
     * @param command the tool and its arguments, not interpreted by a shell
     */
    Output run(List<String> command, Duration limit) throws IOException, InterruptedException;

    /** What a tool printed; {@code exitCode} is -1 when it was killed at the limit. */
    record Output(String text, String errors, int exitCode) {
        static final int KILLED = -1;
    }
}
