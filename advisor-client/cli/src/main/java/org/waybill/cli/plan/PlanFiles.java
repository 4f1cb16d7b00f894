package org.waybill.cli.plan;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.engine.Reason;
import org.waybill.planner.file.CtrlPlaneTopology;
import org.waybill.planner.file.GraphCsv;
import org.waybill.planner.file.InputProblem;
import org.waybill.planner.file.OscarsTopology;
import org.waybill.planner.file.Parsed;
import org.waybill.planner.routing.Network;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the planner's input files; says on standard error what is wrong with them, and uses the rest. */
record PlanFiles(Session session) {
    private static final int MOST_PROBLEMS_SHOWN = 20;

    /** Reads one format. */
    interface Format<T> {
        Parsed<T> read(Reader text, String file) throws IOException;
    }

    /** What could be read of a file. Throws {@link CommandFailure} if the file cannot be read at all. */
    <T> T read(Path file, Format<T> format) {
        try (Reader text = lenient(file)) {
            Parsed<T> parsed = format.read(text, file.toString());
            report(parsed.problems());
            return parsed.value();
        } catch (NoSuchFileException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "file not found: " + e.getFile(), e);
        } catch (IOException e) {
            throw Invalid.usage("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Invalid UTF-8 costs the row that it is in, not the file. */
    private static Reader lenient(Path file) throws IOException {
        return new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8);
    }

    /**
     * A network: graph CSV, an OSCARS topology ({@code .json}) or a CtrlPlane one ({@code .xml}).
     *
     * @param nodeCapacities more node capacities for a graph CSV, null for none
     */
    Network network(Path file, @Nullable Path nodeCapacities) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        Network network = name.endsWith(".json")
                ? read(file, PlanFiles::oscars)
                : name.endsWith(".xml")
                        ? read(file, CtrlPlaneTopology::read)
                        : read(file, (links, linksName) -> graph(links, linksName, nodeCapacities));
        if (network.links() == 0) {
            throw Invalid.usage("no usable link in " + file + ": expected rows from,to,bitsPerSecond");
        }
        return network;
    }

    private static Parsed<Network> graph(Reader links, String name, @Nullable Path nodeCapacities) throws IOException {
        if (nodeCapacities == null) {
            return GraphCsv.read(links, name);
        }
        try (Reader nodes = lenient(nodeCapacities)) {
            return GraphCsv.read(links, name, nodes, nodeCapacities.toString());
        }
    }

    private static Parsed<Network> oscars(Reader text, String name) {
        try {
            return OscarsTopology.read(JsonMapper.shared().readValue(text, Map.class), name);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw Invalid.usage(new InputProblem(
                            name, Math.max(0, line), "invalid JSON: expected a document with devices and adjcies")
                    .toString());
        }
    }

    private void report(List<InputProblem> problems) {
        for (InputProblem problem : problems.subList(0, Math.min(problems.size(), MOST_PROBLEMS_SHOWN))) {
            session.terminal().warn(problem.toString());
        }
        if (problems.size() > MOST_PROBLEMS_SHOWN) {
            session.terminal().warn("and " + (problems.size() - MOST_PROBLEMS_SHOWN) + " more problems");
        }
    }

    /** Runs the planner; what it cannot do with what it was given is bad input. */
    static <T> T plan(Supplier<T> planner) {
        try {
            return planner.get();
        } catch (IllegalArgumentException e) {
            throw Invalid.usage(e);
        }
    }

    static CommandFailure noOption(NetworkOptions.Pair ends) {
        return CommandFailure.unsafe(
                "no path from '" + ends.from + "' to '" + ends.to + "' over links with any capacity");
    }
}
