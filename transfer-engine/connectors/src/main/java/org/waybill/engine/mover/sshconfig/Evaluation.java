package org.waybill.engine.mover.sshconfig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options that hold for one host: files are read from the top, and the first value of an option wins, except for
 * those that gather ({@code IdentityFile}, {@code CertificateFile}).
 */
final class Evaluation {
    private static final int DEEPEST_INCLUDE = 16;
    private static final int MOST_LINES = 100_000;
    private static final Set<String> GATHERED = Set.of("identityfile", "certificatefile");
    private static final List<String> NO_JUMP = List.of("none");

    private final String host;
    private final Path home;
    private final String localUser;
    private final Map<String, List<String>> values = new HashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private @Nullable Path proxyCommandFile;
    /** What {@code Host} is compared with: the name that the user wrote, in the last reading the one in the network. */
    private String target;

    private boolean finalPass;
    private boolean finalWanted;
    private int lines;

    /**
     * What the user named goes before what files say.
     *
     * @param home what {@code ~} means
     */
    Evaluation(String host, int port, @Nullable String user, List<String> identities, Path home, String localUser) {
        this.host = host;
        this.target = host;
        this.home = home;
        this.localUser = localUser;
        if (port != 0) {
            values.put("port", List.of(Integer.toString(port)));
        }
        if (!identities.isEmpty()) {
            values.put("identityfile", new ArrayList<>(identities));
        }
        if (user != null) {
            values.put("user", List.of(user));
        }
    }

    /** Reads the files, and once more where a {@code Match final} needs the result of the first reading. */
    void read(List<Path> files) {
        files.forEach(file -> file(file, true, 0));
        if (finalWanted) {
            finalPass = true;
            target = hostName();
            values.put("hostname", List.of(target.replace("%", "%%")));
            files.forEach(file -> file(file, true, 0));
        }
    }

    /** The values of an option, named in lower case; empty if there is none. */
    List<String> all(String option) {
        return values.getOrDefault(option, List.of());
    }

    void byDefault(String option, List<String> value) {
        values.putIfAbsent(option, value);
    }

    @Nullable
    String one(String option) {
        List<String> all = all(option);
        return all.isEmpty() ? null : all.getFirst();
    }

    /** What was not done or not understood. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Where the {@code ProxyCommand} is written. */
    @Nullable
    Path proxyCommandFile() {
        return proxyCommandFile;
    }

    String hostName() {
        String named = one("hostname");
        return (named == null ? host : Tokens.expand(named, Map.of('h', host))).toLowerCase(Locale.ROOT);
    }

    private void file(Path file, boolean applies, int depth) {
        if (depth > DEEPEST_INCLUDE) {
            notes.add(file + " is not read: more than " + DEEPEST_INCLUDE + " files include each other");
            return;
        }
        List<String> text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8).lines().toList();
        } catch (NoSuchFileException _) {
            return;
        } catch (IOException e) {
            notes.add(file + " cannot be read");
            return;
        }
        boolean active = applies;
        int number = 0;
        for (String line : text) {
            number++;
            if (++lines > MOST_LINES) {
                notes.add(file + " is not read to its end: more than " + MOST_LINES + " lines");
                return;
            }
            try {
                ConfigLine read = ConfigLine.of(line).orElse(null);
                active = read == null ? active : line(read, file, number, applies, active, depth);
            } catch (IllegalArgumentException e) {
                notes.add("line " + number + " of " + file + " is left out: " + e.getMessage());
            }
        }
    }

    /** Whether the lines that follow hold for the host. */
    private boolean line(ConfigLine line, Path file, int number, boolean applies, boolean active, int depth) {
        switch (line.keyword()) {
            case "host" -> {
                return applies && NamePattern.anyOf(line.words(), target);
            }
            case "match" -> {
                // read in any case: a Match final anywhere requires another reading
                return matches(line, file, number) && applies;
            }
            case "include" ->
                line.words().forEach(word -> included(word, file).forEach(path -> file(path, active, depth + 1)));
            default -> {
                if (active) {
                    set(line, file);
                }
            }
        }
        return active;
    }

    private void set(ConfigLine line, Path file) {
        String key = line.keyword();
        if (GATHERED.contains(key)) {
            List<String> all = values.computeIfAbsent(key, _ -> new ArrayList<>());
            if (!all.contains(line.first())) {
                all.add(line.first());
            }
            return;
        }
        boolean otherWay = key.equals("proxyjump")
                ? values.containsKey("proxycommand")
                : key.equals("proxycommand")
                        && !all("proxyjump").isEmpty()
                        && !all("proxyjump").equals(NO_JUMP);
        if (otherWay || values.containsKey(key)) {
            return;
        }
        values.put(
                key,
                switch (key) {
                    case "proxycommand" -> List.of(line.rest());
                    case "proxyjump" -> List.of(line.rest().split("#", 2)[0].strip());
                    case "userknownhostsfile", "globalknownhostsfile" -> line.words();
                    default -> List.of(line.first());
                });
        if (key.equals("proxycommand")) {
            proxyCommandFile = file;
        }
    }

    private boolean matches(ConfigLine line, Path file, int number) {
        boolean all = true;
        for (int i = 0; i < line.words().size(); i++) {
            String word = line.words().get(i);
            boolean negated = word.startsWith("!");
            String[] criterion =
                    word.substring(negated ? 1 : 0).toLowerCase(Locale.ROOT).split("=", 2);
            boolean holds;
            switch (criterion[0]) {
                case "all" -> holds = true;
                case "canonical", "final" -> {
                    finalWanted |= criterion[0].equals("final");
                    holds = finalPass;
                }
                case "host", "originalhost", "user", "localuser" -> {
                    String patterns = criterion.length == 2
                            ? criterion[1]
                            : ++i < line.words().size() ? line.words().get(i) : "";
                    holds = NamePattern.anyOf(Arrays.asList(patterns.split(",")), subject(criterion[0]));
                }
                default -> {
                    notes.add("line " + number + " of " + file + ", Match " + criterion[0]
                            + ", and what it holds are left out: "
                            + (criterion[0].equals("exec")
                                    ? "Waybill runs no commands to read a file"
                                    : "Waybill does not know it"));
                    return false;
                }
            }
            all &= holds != negated;
        }
        return all;
    }

    private String subject(String criterion) {
        String user = one("user");
        return switch (criterion) {
            case "host" -> hostName();
            case "user" -> user == null ? localUser : user;
            case "localuser" -> localUser;
            default -> host;
        };
    }

    /** The files that a pattern names, in the order of their names; relative ones are next to the main file. */
    private List<Path> included(String word, Path from) {
        Path system = SshConfig.SYSTEM.getParent();
        Path base = system != null && from.startsWith(system) ? system : SshConfig.directory(home);
        String path = word.startsWith("~/") ? home + word.substring(1) : word;
        List<Path> found = List.of(Path.of("/"));
        for (Path name : base.resolve(path)) {
            List<Path> next = new ArrayList<>();
            for (Path directory : found) {
                next.addAll(children(directory, name.toString()));
            }
            found = next;
        }
        return found.stream().filter(Files::isRegularFile).toList();
    }

    private static List<Path> children(Path directory, String pattern) {
        if (pattern.chars().noneMatch(c -> "*?[".indexOf(c) >= 0)) {
            return List.of(directory.resolve(pattern));
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, pattern.replace("{", "\\{"))) {
            all.forEach(one -> {
                if (pattern.startsWith(".") || !one.getFileName().toString().startsWith(".")) {
                    found.add(one);
                }
            });
        } catch (IOException _) {
            return List.of();
        }
        found.sort(null);
        return found;
    }
}
