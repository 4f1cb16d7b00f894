package org.waybill.client.probe.path;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.client.probe.ProbeSpec;

/** iputils' tracepath: no privileges, and the path MTU; slow where hops are silent, three seconds for each. */
public final class TracepathProbe extends RouteProbe {
    /** Run elsewhere, it shows the route from there. */
    public TracepathProbe(HostCommands commands) {
        super("tracepath", "tracepath", commands);
    }

    @Override
    List<String> command(ProbeSpec spec, HostCommands commands) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (commands.has("stdbuf")) {
            // it writes to a pipe only when it ends; killed at the limit it would have said nothing
            command.addAll(List.of("stdbuf", "-oL"));
        }
        // without -m: releases before 2015 do not know it, and the default is the same 30
        command.addAll(List.of("tracepath", "-n", spec.address().getHostAddress()));
        return command;
    }

    @Override
    Trace parse(String output, ProbeSpec spec) {
        return TracepathOutput.parse(output);
    }
}
