package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.survey.PathSurvey;

/**
 * The Internet path to a remote host: its route and its bottleneck, both at once. Of this machine itself only the route
 * is asked for: a loopback device has no bottleneck.
 */
public final class ProbedPath implements PathSurveyor {
    /** On the wire, echoes and their answers. */
    public static final long MOST_BYTES = 1L << 20;

    private final PathSurvey survey;
    private final Consumer<String> notes;

    /** @param notes hears why something could not be found out */
    public ProbedPath(ProbeContext context, Consumer<String> notes) {
        this.survey = new PathSurvey(context);
        this.notes = notes;
    }

    @Override
    public List<PathFacts> survey(Far far) throws InterruptedException {
        InetAddress address = far.address();
        ProbeSpec spec = new ProbeSpec(far.host(), address, far.openPort(), far.budget(), MOST_BYTES);
        if (LocalAddresses.owns(address)) {
            return List.of(survey.route(spec).path());
        }
        PathSurvey.Found found = survey.quick(spec);
        PathFacts path = found.path();
        if (path.hops().isEmpty() || path.bottleneckBitsPerSecond() == null) {
            found.problems().forEach(problem -> notes.accept("path to " + far.host() + ": " + problem));
        }
        return List.of(path);
    }
}
