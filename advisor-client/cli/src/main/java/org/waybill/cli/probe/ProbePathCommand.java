package org.waybill.cli.probe;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HopQuery;
import org.waybill.api.Located;
import org.waybill.api.Place;
import org.waybill.api.ServiceException;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.MapFile;
import org.waybill.cli.command.Measured;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.TrustPrompt;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.client.probe.path.RemoteCommands;
import org.waybill.client.probe.path.ReverseTraceroute;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill probe path}. */
@Command(
        name = "path",
        header = "Trace the route to a host, with names, round-trip times and locations of the hops.",
        description = "Uses tracepath, else traceroute, else a built-in trace. The two directions often have "
                + "different routes: --back adds a reverse traceroute from the remote host.",
        footer = {"waybill probe path dtn.example.org", "waybill probe path --back user@dtn.example.org"})
final class ProbePathCommand extends WaybillCommand {
    private static final long MOST_BYTES = 256 << 10;

    @Parameters(index = "0", paramLabel = "TARGET", description = "A host, or an endpoint on it.")
    private @Nullable String target;

    @Option(names = "--time", paramLabel = "SECONDS", description = "Time limit in seconds. Default: ${DEFAULT-VALUE}.")
    private int seconds = 20;

    @Option(names = "--map", paramLabel = "F", description = "Draw the route on a map in F (.svg or .png).")
    private @Nullable Path map;

    @Option(names = "--back", description = "Also trace the reverse route, from the remote host over SSH.")
    private boolean back;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.remote(session, "TARGET", String.valueOf(target));
        checkTime(seconds);
        MapFile.check("picture", map);
        if (back) {
            TrustPrompt.beforeLogIn(session, end);
        }
        InetAddress address = Target.address(session, end);
        session.advisorClient().prepare();
        PathDiscovery.Route route = PathDiscovery.local()
                .discover(
                        new ProbeSpec(
                                end.host(),
                                address,
                                end.schemeChosen() ? end.port() : 0,
                                Duration.ofSeconds(seconds),
                                MOST_BYTES),
                        ProbeContext.system());
        if (route.facts().hops().isEmpty()) {
            throw new CommandFailure(
                    Reason.UNREACHABLE, "no route to " + end.host() + " found: " + String.join("; ", route.problems()));
        }
        Measured.keep(session, address, route.facts().measurements(LocalAddresses.name(), end.host()));
        PathFacts path = located(session, route.facts());
        if (map != null) {
            draw(session, map, end, path);
        }
        PathDocument there = PathDocument.of(path, route);
        if (back) {
            PathDiscovery.Route returning = wayBack(session, end);
            PathDocument home = PathDocument.of(located(session, returning.facts()), returning);
            return session.answer(new PathDocument.BothWays(there, home), out -> {
                print(out, session, there);
                out.println();
                out.println("reverse route:");
                print(out, session, home);
            });
        }
        return session.answer(there, out -> print(out, session, there));
    }

    static void checkTime(int seconds) {
        if (seconds < 1) {
            throw Invalid.value("--time", seconds, "1 or more seconds");
        }
    }

    /** Where it cannot be traced the way there is still known, and the reason is given with it. */
    private PathDiscovery.Route wayBack(Session session, Endpoint end) throws InterruptedException {
        session.note("tracing the reverse route over SSH ...");
        try (SshCommands shell = new SshCommands(end.shell(), session.asking(), session.agent())) {
            return ReverseTraceroute.trace(
                    RemoteCommands.over(shell), Duration.ofSeconds(seconds), MOST_BYTES, ProbeContext.system());
        } catch (IOException e) {
            String why = "cannot trace the reverse route from " + end.host() + ": " + e.getMessage();
            return PathDiscovery.Route.unknown(List.of(PrintableText.of(why)), "");
        }
    }

    /** The hops with their places, as far as the service answers. */
    private static PathFacts located(Session session, PathFacts path) {
        List<HopQuery> questions = path.hops().stream()
                .filter(hop -> hop.address() != null)
                .map(hop -> new HopQuery(String.valueOf(hop.address()), hop.name(), hop.rttMillis()))
                .toList();
        Map<String, Place> places = new HashMap<>();
        try {
            for (Located answer : session.advisor().locate(questions)) {
                if (answer.place() != null) {
                    places.put(answer.address(), answer.place());
                }
            }
        } catch (ServiceException e) {
            session.note("no locations: " + e.getMessage());
        }
        return path.over(path.hops().stream()
                .map(hop -> new Hop(
                        hop.address(),
                        hop.name(),
                        hop.rttMillis(),
                        hop.address() == null ? null : places.get(hop.address())))
                .toList());
    }

    /** The catalogue may know where the two hosts are; the remote host's address may show it too. */
    private static void draw(Session session, Path file, Endpoint end, PathFacts path) {
        Place source = known(session, LocalAddresses.name());
        Place far = known(session, end.host());
        Place last = path.hops().getLast().place();
        MapFile.draw(session, file, LocalAddresses.name(), source, end.host(), far == null ? last : far, List.of(path));
    }

    private static @Nullable Place known(Session session, String host) {
        try {
            return session.advisor().profile(host).place();
        } catch (ServiceException e) {
            return null;
        }
    }

    private static void print(PrintStream out, Session session, PathDocument traced) {
        PathFacts path = traced.path();
        traced.problems().forEach(session::note);
        if (path.hops().isEmpty()) {
            out.println("route unknown");
            return;
        }
        Table table = new Table("hop", "address", "name", "rtt", "location");
        for (int i = 0; i < path.hops().size(); i++) {
            Hop hop = path.hops().get(i);
            table.row(
                    String.valueOf(i + 1),
                    hop.address() == null ? "*" : hop.address(),
                    hop.name() == null ? "" : hop.name(),
                    millis(hop.rttMillis()),
                    place(hop.place()));
        }
        table.print(out, session.terminal().outStyle());
        out.println();
        out.println("method " + path.method() + (traced.reached() ? "" : "; the target did not answer")
                + (path.rttMillis() == null ? "" : "; round trip " + millis(path.rttMillis()))
                + (traced.pathMtuBytes() == null ? "" : "; path MTU " + traced.pathMtuBytes() + " bytes"));
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.2f ms", value);
    }

    private static String place(@Nullable Place place) {
        return place == null ? "" : place.city() + (place.country().isEmpty() ? "" : " " + place.country());
    }
}
