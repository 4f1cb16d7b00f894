package org.waybill.client.workflow;

import java.net.InetAddress;
import java.util.List;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.survey.PathSurvey;

/**
 * The Internet path to a far end: its route and its bottleneck, both at once. Of this machine itself only the route is
 * asked for: a loopback device has no bottleneck.
 */
public final class ProbedPath implements PathSurveyor {
    private static final long MOST_BYTES = 2L << 20;

    private final PathSurvey survey;

    public ProbedPath(ProbeContext context) {
        this.survey = new PathSurvey(context);
    }

    @Override
    public List<PathFacts> survey(Far far) throws InterruptedException {
        InetAddress address = far.address();
        ProbeSpec spec = new ProbeSpec(far.host(), address, far.openPort(), far.budget(), MOST_BYTES);
        return List.of((ThisMachine.owns(address) ? survey.route(spec) : survey.quick(spec)).path());
    }
}
