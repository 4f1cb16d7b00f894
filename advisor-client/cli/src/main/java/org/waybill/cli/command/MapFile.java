package org.waybill.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;
import org.waybill.client.drawing.Picture;
import org.waybill.client.drawing.RouteMap;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;

/** The picture that {@code --map} asks for. */
public final class MapFile {
    private MapFile() {}

    /** Refuses a name without a known kind of picture, before anything is measured for it; null requests none. */
    public static void check(String what, @Nullable Path file) {
        if (file != null && !file.toString().toLowerCase(Locale.ROOT).matches(".*\\.(svg|png)")) {
            throw Invalid.value(what, file, "a name that ends in .svg or .png");
        }
    }

    /** The paths of an advice; without any, the line between its two endpoints. */
    public static void draw(Session session, Path file, Advice advice) {
        HostFacts source = advice.source();
        HostFacts destination = advice.destination();
        draw(
                session,
                file,
                source.host(),
                source.place(),
                destination.host(),
                destination.place(),
                advice.paths().isEmpty() ? List.of(PathFacts.unknown(PathFacts.Kind.INTERNET)) : advice.paths());
    }

    public static void write(Path file, Picture picture) {
        try {
            picture.write(file);
        } catch (IOException e) {
            throw CommandFailure.ofWriting(file.toString(), e);
        }
    }

    /** A failure to write must be fixed by the user; that nothing has a place is only reported. */
    public static void draw(
            Session session,
            Path file,
            String source,
            @Nullable Place sourcePlace,
            String destination,
            @Nullable Place destinationPlace,
            List<PathFacts> paths) {
        try {
            write(file, RouteMap.of(source, sourcePlace, destination, destinationPlace, paths));
        } catch (IllegalArgumentException e) {
            session.note("no map: " + e.getMessage());
        }
    }
}
