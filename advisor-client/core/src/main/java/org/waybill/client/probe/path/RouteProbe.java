package org.waybill.client.probe.path;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.waybill.api.Quantity;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeInfo;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;

/** A route by an installed tool. */
abstract class RouteProbe implements Probe {
    static final int MOST_HOPS = 30;

    private final ProbeInfo info;
    private final String tool;
    private final HostCommands commands;

    RouteProbe(String name, Quantity quantity, int preference, String tool, HostCommands commands) {
        this.info = new ProbeInfo(name, quantity, preference, ProbeInfo.Scheduling.BACKGROUND);
        this.tool = tool;
        this.commands = commands;
    }

    /** The command line for a target. */
    abstract List<String> command(ProbeSpec spec, HostCommands commands) throws IOException, InterruptedException;

    /** Reads the tool's output. */
    abstract Trace parse(String output, ProbeSpec spec);

    @Override
    public final ProbeInfo info() {
        return info;
    }

    @Override
    public CanRun canRun(ProbeSpec spec) {
        List<String> reasons = new ArrayList<>();
        try {
            if (!commands.has(tool)) {
                reasons.add(tool + " is not installed");
            }
        } catch (IOException e) {
            reasons.add("cannot look for " + tool + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reasons.add("interrupted while looking for " + tool);
        }
        return CanRun.unless(reasons);
    }

    @Override
    public final Duration duration(ProbeSpec spec) {
        return spec.budget();
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
            return new ProbeResult.Traced(trace.hops(), trace.reached(), trace.pathMtuBytes(), diagnostics);
        } catch (IOException e) {
            return new ProbeResult.Failed(info.name() + ": " + e.getMessage(), "");
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
        return info.name() + ": " + said.strip();
    }
}
