package org.waybill.client.probe.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.waybill.client.probe.path.HostCommands;

/**
 * The part of a machine's processors that a control group leaves to a process and its children (Linux: {@code cpu.max},
 * or {@code cpu.cfs_quota_us} of version 1).
 *
 * @param cores as many processors' time, more than 0
 * @param file where it is written, empty where its name is not a plain one
 * @param periods that have passed in which the group wanted to run
 * @param throttledPeriods those of them in which it had to wait for the next
 */
public record CpuQuota(double cores, String file, long periods, long throttledPeriods) {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** For each group from the process's own upwards: quota and period in microseconds, and how often it waited. */
    public static final String SCRIPT = """
        while IFS=: read -r n c g; do
          case ",$c," in *,cpu,*) b=/sys/fs/cgroup/cpu;; ,,) b=/sys/fs/cgroup;; *) continue;; esac
          while :; do
            if [ -r "$b$g/cpu.max" ]; then echo "quota $(cat "$b$g/cpu.max") $b$g/cpu.max"
            elif [ -r "$b$g/cpu.cfs_quota_us" ]; then
              echo "quota $(cat "$b$g/cpu.cfs_quota_us") $(cat "$b$g/cpu.cfs_period_us") $b$g/cpu.cfs_quota_us"
            fi
            grep '^nr_[pt]' "$b$g/cpu.stat"
            case $g in ''|/) break;; esac
            g=${g%/*}
          done
        done < /proc/self/cgroup 2> /dev/null
        """;

    /** Of the host that the commands run on: the tightest; empty where there is none. */
    public static Optional<CpuQuota> of(HostCommands commands) throws InterruptedException {
        try {
            return parse(commands.run(List.of("sh", "-c", SCRIPT), LIMIT).text());
        } catch (IOException _) {
            return Optional.empty(); // no one can be asked
        }
    }

    /** What the script printed, whichever tool printed it. */
    public static Optional<CpuQuota> parse(String output) {
        Optional<CpuQuota> tightest = Optional.empty();
        double cores = 0;
        String file = "";
        long periods = 0;
        for (String line : output.split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words[0].equals("quota")) {
                OptionalLong quota = number(words, 1);
                OptionalLong period = number(words, 2);
                cores = quota.isPresent() && period.isPresent() && period.getAsLong() > 0
                        ? quota.getAsLong() / (double) period.getAsLong()
                        : 0;
                periods = 0;
                file = words.length == 4 && words[3].matches("[A-Za-z0-9@._:/-]{1,255}") ? words[3] : "";
            } else if (words[0].equals("nr_periods")) {
                periods = number(words, 1).orElse(0);
            }
            if (cores > 0 && (tightest.isEmpty() || cores <= tightest.get().cores)) {
                tightest = Optional.of(new CpuQuota(
                        cores,
                        file,
                        periods,
                        words[0].equals("nr_throttled") ? number(words, 1).orElse(0) : 0));
            }
        }
        return tightest;
    }

    private static OptionalLong number(String[] words, int at) {
        return at < words.length && words[at].matches("[0-9]{1,15}")
                ? OptionalLong.of(Long.parseLong(words[at]))
                : OptionalLong.empty();
    }

    /** As the script would print it. */
    public String told() {
        return "quota " + Math.round(cores * 100_000) + " 100000 " + file + "\nnr_periods " + periods
                + "\nnr_throttled " + throttledPeriods;
    }

    /** What lifts it. */
    public String lift() {
        if (file.isEmpty()) {
            return "echo max | sudo tee \"/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)/cpu.max\"";
        }
        return file.endsWith("/cpu.max") ? "echo max | sudo tee " + file : "echo -1 | sudo tee " + file;
    }

    /** Part of the time since {@code before} in which the group wanted to run and might not, 0..1. */
    public double throttledSince(CpuQuota before) {
        long passed = periods - before.periods;
        return passed <= 0 ? 0 : Math.clamp((throttledPeriods - before.throttledPeriods) / (double) passed, 0, 1);
    }
}
