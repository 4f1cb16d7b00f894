package org.waybill.planner.file;

import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;

/**
 * Networks as CSV: links {@code from,to,bitsPerSecond}, with a fourth column {@code metric} if needed, and node
 * capacities {@code node,bitsPerSecond}; both kinds of row may be in one file, distinguished by their columns. A link
 * is one-way: list both ways where there are two.
 */
public final class GraphCsv {
    private GraphCsv() {}

    /** Reads links and node capacities; a row that repeats a link or a node is reported, the first one counts. */
    public static Parsed<Network> read(Reader text, String file) throws IOException {
        return read(text, file, null, "");
    }

    /** Likewise, with more node capacities in a file of their own. */
    public static Parsed<Network> read(
            Reader links, String linksFile, @Nullable Reader nodeCapacities, String nodesFile) throws IOException {
        Reading reading = new Reading();
        CsvRows rows = new CsvRows(linksFile);
        rows.read(links, List.of("from", "source", "node"), reading::row);
        List<InputProblem> problems = rows.problems();
        if (nodeCapacities != null) {
            CsvRows nodeRows = new CsvRows(nodesFile);
            nodeRows.read(nodeCapacities, List.of("node"), reading::nodeOfNetwork);
            problems.addAll(nodeRows.problems());
        }
        Network network = reading.builder.build();
        if (network.links() == 0) {
            problems.add(new InputProblem(linksFile, 0, "no usable link; a row is from,to,bitsPerSecond"));
        }
        return new Parsed<>(network, problems);
    }

    private static final class Reading {
        private final Network.Builder builder = Network.builder();
        private final Map<List<String>, Integer> links = new HashMap<>();
        private final Map<String, Integer> nodes = new HashMap<>();

        void row(CsvRows.Row row) throws CsvRows.BadRow {
            switch (row.fields().size()) {
                case 2 -> node(row);
                case 3, 4 -> link(row);
                default ->
                    throw new CsvRows.BadRow("there are " + row.fields().size() + " columns; a link is "
                            + "from,to,bitsPerSecond[,metric], a node's capacity node,bitsPerSecond");
            }
        }

        void nodeOfNetwork(CsvRows.Row row) throws CsvRows.BadRow {
            row.expect(2, "a node's capacity is node,bitsPerSecond");
            if (!builder.has(row.fields().getFirst())) {
                throw new CsvRows.BadRow(
                        "no link connects node '" + row.fields().getFirst() + "'");
            }
            node(row);
        }

        private void node(CsvRows.Row row) throws CsvRows.BadRow {
            String name = row.name(0, "node");
            double capacity = row.capacity(1);
            Integer before = nodes.putIfAbsent(name, row.line());
            if (before != null) {
                throw new CsvRows.BadRow("node '" + name + "' has a capacity on line " + before + " already");
            }
            builder.nodeCapacity(name, capacity);
        }

        private void link(CsvRows.Row row) throws CsvRows.BadRow {
            String from = row.name(0, "from");
            String to = row.name(1, "to");
            double capacity = row.capacity(2);
            double metric = row.fields().size() == 4 ? row.number(3, "metric") : 1;
            if (metric < 0) {
                throw new CsvRows.BadRow("the metric is " + row.fields().get(3) + "; it must be 0 or more");
            }
            if (from.equals(to)) {
                throw new CsvRows.BadRow("the link leads from '" + from + "' to itself");
            }
            Integer before = links.putIfAbsent(List.of(from, to), row.line());
            if (before != null) {
                throw new CsvRows.BadRow(
                        "the link from '" + from + "' to '" + to + "' is on line " + before + " already");
            }
            builder.link(from, to, capacity, metric);
        }
    }
}
