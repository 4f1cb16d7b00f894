package org.waybill.client.probe.path;

import java.io.IOException;
import java.util.List;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;

/** A route by an installed tool. */
abstract class RouteProbe implements Probe {
    static final int MOST_HOPS = 30;

    private final String name;
    private final String tool;
    private final HostCommands commands;

    RouteProbe(String name, String tool, HostCommands commands) {
        this.name = name;
        this.tool = tool;
        this.commands = commands;
    }

    /** The command line for a target. */
    abstract List<String> command(ProbeSpec spec, HostCommands commands) throws IOException, InterruptedException;

    /** Reads the tool's output. */
    abstract Trace parse(String output, ProbeSpec spec);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public CanRun canRun(ProbeSpec spec) {
        return commands.installed(tool);
    }

    @Override
    public final ProbeResult run(ProbeSpec spec, ProbeContext context) throws InterruptedException {
        try {
            HostCommands.Output output = commands.run(command(spec, commands), spec.budget());
            Trace trace = parse(output.text(), spec);
            String diagnostics = output.errors().isBlank() ? output.text() : output.text() + output.errors();
            if (trace.hops().isEmpty()) {
                return new ProbeResult.Failed(failure(output), diagnostics);
            }
            return new ProbeResult.Traced(trace.hops(), trace.reached(), trace.mtuAtMostBytes(), diagnostics);
        } catch (IOException e) {
            return new ProbeResult.Failed(name + ": " + e.getMessage(), "");
        }
    }

    private String failure(HostCommands.Output output) {
        String said = output.errors()
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse(
                        output.exitCode() == HostCommands.Output.KILLED
                                ? "no hop answered in time"
                                : "no hop answered");
        return name + ": " + said.strip();
    }
}
