package org.waybill.cli.sources;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.NameGlob;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/**
 * What several sources come to, and wildcards in them: what is in one directory is one copy, so that it is advised,
 * connected and reported once.
 */
public final class SourceList {
    private final Places places;
    private final Map<String, Set<String>> chosen = new LinkedHashMap<>();
    private final Map<String, Optional<Map<String, Entry>>> listings = new HashMap<>();
    /** Where each name at the destination comes from. */
    private final Map<String, String> byName = new HashMap<>();

    /**
     * One copy.
     *
     * @param source as a user would write it
     * @param chosen what in it is copied; empty for the source itself
     */
    public record Part(String source, List<String> chosen) {
        /**
         * As rsync reads a list of files: paths in the source are the same in the destination, with or without slashes.
         */
        public Part contents() {
            return source.endsWith("/") ? this : new Part(source + "/", chosen);
        }

        public CopyRules rules(CopyRules wanted) throws TransferException {
            try {
                return chosen.isEmpty() ? wanted : wanted.with(wanted.filter().choosing(ChosenPaths.of(chosen)));
            } catch (BadFilterException e) {
                throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
            }
        }
    }

    /**
     * The copies of one command, and where they go.
     *
     * @param several whether each goes into a directory, under its own name
     */
    public record Expanded(List<Part> parts, String target, boolean several) {}

    /** Expands wildcards, and groups the sources. @param places the last is the destination */
    public static Expanded expand(Session session, Ends ends, List<String> places, CopyRules wanted)
            throws TransferException, InterruptedException {
        String target = places.getLast();
        List<Part> parts;
        try (RemoteListings there = new RemoteListings(session, ends)) {
            SourceList sources = new SourceList(there);
            parts = sources.parts(places.subList(0, places.size() - 1));
            if (parts.size() > 1) {
                sources.refuseTwins(parts, wanted.filter());
            }
        }
        boolean several = places.size() > 2 || parts.size() > 1;
        if (wanted.filter().chosen() != null) {
            if (several) {
                throw Invalid.usage("--files-from lists paths of one source: give one");
            }
            parts = parts.stream().map(Part::contents).toList();
        }
        return new Expanded(parts, several ? asDirectory(target) : target, several);
    }

    /** Where several sources go, each under its own name. */
    private static String asDirectory(String target) throws TransferException {
        Endpoint there = EndpointParser.parse(target);
        if (there.isStream()
                || there.isLocal()
                        && Files.isRegularFile(Path.of(there.location().path()))) {
            throw Invalid.usage(
                    PrintableText.of(target) + " is not a directory: several sources need one as the destination");
        }
        return target.endsWith("/") ? target : target.endsWith(":") ? target + "./" : target + "/";
    }

    /** What is at places. */
    interface Places {
        Endpoint parse(String text) throws TransferException;

        /** What a directory holds, by name; empty for what cannot be listed. */
        Optional<Map<String, Entry>> names(Endpoint directory) throws TransferException, InterruptedException;

        boolean exists(Endpoint place) throws TransferException, InterruptedException;

        /** Says that nothing was looked for in a directory, since it cannot be listed. */
        void passOver(String directory);
    }

    SourceList(Places places) {
        this.places = places;
    }

    /** @param texts as written on the command line */
    List<Part> parts(List<String> texts) throws TransferException, InterruptedException {
        for (String text : texts) {
            if (DataSource.isOne(text)) {
                alone(text, "");
                continue;
            }
            Endpoint source = places.parse(text);
            String path = source.location().path();
            int pattern = firstPattern(path);
            if (pattern >= 0 && !source.isStream() && !places.exists(source)) {
                expand(text, source, pattern);
            } else if (texts.size() == 1 || source.location().saysDirectory()) {
                alone(text, "");
            } else {
                named(text, source);
            }
        }
        if (texts.size() > 1 && chosen.containsKey("-")) {
            throw Invalid.usage("- is standard input, which is one source: copy it by itself");
        }
        List<Part> parts = new ArrayList<>();
        chosen.forEach((source, names) -> parts.add(new Part(source, List.copyOf(names))));
        return parts;
    }

    private void alone(String text, String name) {
        claim(name, text);
        chosen.put(text, new LinkedHashSet<>());
    }

    private void claim(String name, String text) {
        String before = name.isEmpty() ? null : byName.put(name, text);
        if (before != null && !before.equals(text)) {
            throw twins(before, text, name);
        }
    }

    private static CommandFailure twins(String one, String other, String name) {
        return Invalid.usage(PrintableText.of(one) + " and " + PrintableText.of(other) + " would both become "
                + PrintableText.of(name) + ": copy one of them to another place");
    }

    /**
     * Refuses sources that end in a slash and hold files of one name, or a file of the name of another source.
     * Directories of one name become one, so that what is in them is compared too; nothing else is listed.
     */
    private void refuseTwins(List<Part> parts, EntryFilter filter) throws TransferException, InterruptedException {
        List<String> directories = parts.stream()
                .filter(part -> part.chosen().isEmpty() && !DataSource.isOne(part.source()))
                .map(Part::source)
                .filter(source -> source.endsWith("/"))
                .toList();
        refuseTwins("", directories, filter);
    }

    /** @param above where they go, with a slash at its end; empty for the destination itself */
    private void refuseTwins(String above, List<String> directories, EntryFilter filter)
            throws TransferException, InterruptedException {
        Map<String, List<String>> below = new LinkedHashMap<>();
        Map<String, String> single = new HashMap<>(above.isEmpty() ? byName : Map.of());
        for (String directory : directories) {
            for (Map.Entry<String, Entry> each :
                    names(directory).orElse(Map.of()).entrySet()) {
                String path = above + each.getKey();
                if (each.getValue().kind() == Entry.Kind.UNNAMEABLE || !filter.mayAccept(path)) {
                    continue; // it is not copied
                }
                String there = directory + (directory.contains("://") ? UrlPath.encode(each.getKey()) : each.getKey());
                List<String> before = below.computeIfAbsent(each.getKey(), _ -> new ArrayList<>());
                if (single.containsKey(each.getKey())) {
                    throw twins(single.get(each.getKey()), there, path);
                }
                if (each.getValue().kind() == Entry.Kind.DIRECTORY) {
                    before.add(there + "/");
                } else if (!before.isEmpty()) {
                    throw twins(StorePath.withoutTrailingSlash(before.getFirst()), there, path);
                } else {
                    single.put(each.getKey(), there);
                }
            }
        }
        for (Map.Entry<String, List<String>> each : below.entrySet()) {
            if (each.getValue().size() > 1) {
                refuseTwins(above + each.getKey() + "/", each.getValue(), filter);
            }
        }
    }

    /** A link that was named is followed, and what cannot be listed is asked for by its name. */
    private void named(String text, Endpoint source) throws TransferException, InterruptedException {
        String name = StorePath.name(source.location().path());
        String above = parent(text, source);
        boolean together = source.isLocal()
                ? isPlain(source)
                : names(above)
                        .map(there -> there.get(name))
                        .filter(entry -> entry.kind() != Entry.Kind.LINK)
                        .isPresent();
        if (together) {
            claim(name, text);
            choose(above, name);
        } else {
            alone(text, name);
        }
    }

    private Optional<Map<String, Entry>> names(String directory) throws TransferException, InterruptedException {
        Optional<Map<String, Entry>> known = listings.get(directory);
        if (known == null) {
            known = places.names(places.parse(directory));
            listings.put(directory, known);
        }
        return known;
    }

    private static boolean isPlain(Endpoint source) {
        Path path = Path.of(source.location().path());
        Path above = path.toAbsolutePath().getParent();
        return !source.isStream()
                && above != null
                && Files.isReadable(above)
                && (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** The directory of a source, as a user would write it. */
    private static String parent(String text, Endpoint source) {
        if (source.isLocal()) {
            String path = source.location().path();
            String above = path.substring(0, path.lastIndexOf('/') + 1);
            return above.startsWith("/") ? above : "./" + above;
        }
        int slash = text.lastIndexOf('/');
        return slash < 0 ? text.substring(0, text.lastIndexOf(':') + 1) + "./" : text.substring(0, slash + 1);
    }

    /** Whether it is on this machine and has wildcards, which no name there has as they are written. */
    public static boolean isPattern(Endpoint source) {
        String path = source.location().path();
        return source.isLocal() && !source.isStream() && firstPattern(path) >= 0 && !Files.exists(Path.of(path));
    }

    /** Where the first name with a wildcard begins; -1 if none has one. */
    private static int firstPattern(String path) {
        int start = 0;
        for (String name : path.split("/", -1)) {
            if (NameGlob.of(name).isPresent()) {
                return start;
            }
            start += name.length() + 1;
        }
        return -1;
    }

    private void expand(String text, Endpoint source, int pattern) throws TransferException, InterruptedException {
        String path = source.location().path();
        String[] names = StorePath.withoutTrailingSlash(path.substring(pattern)).split("/");
        String base = source.isLocal()
                ? (path.startsWith("/") ? "" : "./") + path.substring(0, pattern)
                : base(text, names.length + (path.endsWith("/") ? 1 : 0));
        boolean url = text.contains("://");
        int before = chosen.values().stream().mapToInt(Set::size).sum();
        descend(base, names, 0, text, url);
        if (chosen.values().stream().mapToInt(Set::size).sum() == before) {
            throw new CommandFailure(Reason.NOT_FOUND, "nothing matches " + PrintableText.of(text));
        }
    }

    /** The text without a number of names at its end. */
    private static String base(String text, int names) {
        int end = text.length();
        for (int i = 0; i < names; i++) {
            end = text.lastIndexOf('/', end - 1);
            if (end < 0) {
                return text.substring(0, text.lastIndexOf(':') + 1) + "./";
            }
        }
        return text.substring(0, end + 1);
    }

    private void descend(String directory, String[] names, int depth, String text, boolean url)
            throws TransferException, InterruptedException {
        Optional<NameGlob> glob = NameGlob.of(names[depth]);
        Optional<Map<String, Entry>> listed = names(directory);
        if (listed.isEmpty()) {
            if (depth == 0) {
                throw new CommandFailure(
                        Reason.NOT_FOUND,
                        "nothing matches " + PrintableText.of(text) + ": " + PrintableText.of(directory)
                                + " cannot be listed");
            }
            return;
        }
        for (Map.Entry<String, Entry> each : listed.get().entrySet()) {
            String name = each.getKey();
            if (glob.isPresent() ? !glob.get().matches(name) : !name.equals(names[depth])) {
                continue;
            }
            String there = directory + (url ? UrlPath.encode(name) : name);
            if (depth < names.length - 1 && !each.getValue().mayHoldEntries()) {
                continue;
            }
            if (each.getValue().kind() == Entry.Kind.UNNAMEABLE) {
                choose(directory, name); // what cannot be requested is the copy's to report, as in a directory
            } else if (depth < names.length - 1) {
                if (each.getValue().kind() == Entry.Kind.DIRECTORY
                        && names(there + "/").isEmpty()) {
                    places.passOver(there + "/");
                }
                descend(there + "/", names, depth + 1, text, url);
            } else if (each.getValue().kind() == Entry.Kind.LINK) {
                chosen.computeIfAbsent(there, _ -> new LinkedHashSet<>());
                claim(name, there);
            } else {
                claim(name, there);
                choose(directory, name);
            }
        }
    }

    private void choose(String directory, String name) {
        chosen.computeIfAbsent(directory, _ -> new LinkedHashSet<>()).add(name);
    }
}
