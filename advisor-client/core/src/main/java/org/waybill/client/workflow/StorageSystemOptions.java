package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageFacts;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.script.StorageSystemSteps;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

/**
 * Options through a storage system that speaks SRM: one for each transfer protocol that it offers. {@code copy} carries
 * out those by a protocol that Waybill has a client of.
 *
 * @param facts what the system says of itself and of the path
 * @param write whether it is the destination
 */
record StorageSystemOptions(Location at, StorageFacts facts, boolean write) {
    private static final Map<Protocol, Tool> TOOLS = Map.of(
            Protocol.GSIFTP,
            Tool.GLOBUS_URL_COPY,
            Protocol.HTTPS,
            Tool.CURL,
            Protocol.DAVS,
            Tool.CURL,
            Protocol.XROOTD,
            Tool.XRDCP);

    /** The end of the case that is an SRM's, if the service knows the system; null if not. */
    static @Nullable StorageSystemOptions of(SurveyedSource of, AdvisorConnection desk) throws InterruptedException {
        Location source = of.request().source().location();
        Location destination = of.request().destination().location();
        boolean read = source.is(Protocol.SRM);
        if (read == destination.is(Protocol.SRM) || !(read ? destination : source).isLocal()) {
            return null;
        }
        Location at = read ? source : destination;
        return desk.storage(StorageSystemSteps.surl(at))
                .map(facts -> new StorageSystemOptions(at, facts, !read))
                .orElse(null);
    }

    /** An option for each transfer protocol of the system that a tool here can use. */
    List<Candidate> candidates(SurveyedSource of) {
        List<Candidate> options = new ArrayList<>();
        for (String protocol : facts.protocols()) {
            Protocol spoken =
                    Protocols.named(protocol).filter(TOOLS::containsKey).orElse(null);
            if (spoken != null && !of.directory()) {
                options.add(new Candidate(
                        Objects.requireNonNull(TOOLS.get(spoken)),
                        Protocol.SRM,
                        StorageSystemSteps.TRANSPORT + protocol,
                        of.request().source().location(),
                        of.request().destination().location(),
                        List.of(),
                        1,
                        false,
                        true,
                        !spoken.transports().isEmpty()));
            }
        }
        return options;
    }

    /** The file to be read; null if the system says nothing of it. */
    @Nullable
    StorageEntry file() {
        return write || facts.entries().size() != 1 ? null : facts.entries().getFirst();
    }

    /** How much there is to read; null if the system does not say. */
    @Nullable
    Dataset dataset() {
        StorageEntry file = file();
        return file == null || file.bytes() == null ? null : new Dataset(file.bytes(), 1);
    }

    /** How long a tape takes is unknown beforehand. */
    boolean onTape() {
        StorageEntry file = file();
        return file != null && file.locality().equals("NEARLINE");
    }

    /** What it is, for a reason. */
    String told() {
        StorageEntry file = file();
        return facts.system() + " speaks SRM " + facts.version() + " and offers " + String.join(", ", facts.protocols())
                + (file == null || file.locality().isEmpty() ? "" : "; the file is " + file.locality());
    }
}
