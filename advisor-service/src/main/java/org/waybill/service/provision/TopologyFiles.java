package org.waybill.service.provision;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.planner.file.CtrlPlaneTopology;
import org.waybill.planner.file.GraphCsv;
import org.waybill.planner.file.InputProblem;
import org.waybill.planner.file.NmlTopology;
import org.waybill.planner.file.OscarsTopology;
import org.waybill.planner.file.Parsed;
import org.waybill.planner.routing.Network;
import org.waybill.service.InputChecks;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads topologies in the forms in which networks publish them. */
record TopologyFiles(JsonMapper json) {
    private static final String NAME = "topology";
    /** What most links between NSI networks are. */
    private static final double ASSUMED_NML_BITS_PER_SECOND = 10e9;

    Parsed<Network> read(TopologyFormat format, String text) {
        return switch (format) {
            case OSCARS_JSON -> oscars(text);
            case NML -> nml(text);
            case CTRL_PLANE -> CtrlPlaneTopology.read(new StringReader(text), NAME);
            case CSV -> csv(text);
        };
    }

    private Parsed<Network> oscars(String text) {
        try {
            return OscarsTopology.read(json.readValue(text, Map.class), NAME);
        } catch (JacksonException broken) {
            throw InputChecks.bad("the topology must be a JSON document with devices and adjcies");
        }
    }

    private static Parsed<Network> nml(String text) {
        Parsed<Network> parsed = NmlTopology.read(new StringReader(text), NAME, ASSUMED_NML_BITS_PER_SECOND);
        List<InputProblem> problems = new ArrayList<>(parsed.problems());
        problems.add(new InputProblem(NAME, 0, "links without a port capacity are assumed to have 10 Gbit/s"));
        return new Parsed<>(parsed.value(), problems);
    }

    private static Parsed<Network> csv(String text) {
        try {
            return GraphCsv.read(new StringReader(text), NAME);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
