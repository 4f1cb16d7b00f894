package org.waybill.client.task;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.waybill.client.WaybillHome;
import org.waybill.platform.Umask;

/** The script {@code waybill} that started this process, which starts the agent and the tasks, too. */
public final class TaskLauncher {
    private static final String SCRIPT = "waybill.launcher";

    private TaskLauncher() {}

    /** Empty if no script did. */
    public static List<String> line() {
        String script = System.getProperty(SCRIPT, "");
        return script.isEmpty()
                ? List.of()
                : List.of(Path.of(script).toAbsolutePath().toString());
    }

    /** How a program with this environment reaches the agent. */
    public static TaskClient client(WaybillHome home, Map<String, String> environment) {
        Map<String, String> handed = new HashMap<>(environment);
        // the agent keeps its own files to this user; what the tasks copy is as open as this program would make it
        handed.put(Umask.VARIABLE, Umask.octal());
        return new TaskClient(home, line(), handed);
    }
}
