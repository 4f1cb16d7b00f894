package org.waybill.client.probe.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.testserver.lab.Lab;

/** Tools run on a host of a lab. */
public record LabCommands(Lab lab, String host) implements HostCommands {
    private static final LocalCommands LOCAL = new LocalCommands();

    @Override
    public boolean has(String tool) {
        return LOCAL.has(tool);
    }

    @Override
    public Output run(List<String> command, Duration limit) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", lab.namespace(host)));
        line.addAll(command);
        return LOCAL.run(line, limit);
    }
}
