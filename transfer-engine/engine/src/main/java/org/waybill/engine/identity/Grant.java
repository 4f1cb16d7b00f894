package org.waybill.engine.identity;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.EntryNames;

/**
 * What a node's operator lets a paired client do there. Whether it covers an operation is decided by
 * {@link #refusal}, a function of the two alone (decision 0230).
 *
 * @param rights what may be done at all
 * @param path the directory beneath the data directory that the client is confined to; empty: all of it
 * @param quotaBytes how much of what it wrote may be there; 0: no limit
 */
public record Grant(Set<Right> rights, List<String> path, long quotaBytes) {
    /** This home's own identity: nothing is refused. */
    public static final Grant OWNER = new Grant(EnumSet.allOf(Right.class), List.of(), 0);
    /** What a pairing gives unless its token says otherwise. */
    public static final Grant USUAL = new Grant(EnumSet.of(Right.READ, Right.WRITE, Right.RELAY), List.of(), 0);

    /** Encoded it takes nine times as much at most, and has to fit into what a stranger may say. */
    private static final int MAX_PATH = 200;

    private static final String PATH = "path=";
    private static final String QUOTA = "quota=";

    /** One thing that may be granted or not. */
    public enum Right {
        /** Ask what is there, list and download it. */
        READ,
        /** Upload, under names that are free or whose file is the client's own. */
        WRITE,
        /** Have the node forward streams for it, or send its files to other nodes. */
        RELAY,
        /** Delete, rename and overwrite what others wrote. */
        MODIFY
    }

    public Grant {
        rights = Set.copyOf(rights);
        path = List.copyOf(path);
        if (quotaBytes < 0) {
            throw new IllegalArgumentException("a quota below 0: " + quotaBytes);
        }
        if (String.join("/", path).length() > MAX_PATH) {
            throw new IllegalArgumentException("a path of more than " + MAX_PATH + " characters cannot be granted");
        }
    }

    /** Why the operation is not covered, in words for the client; empty if it is. */
    public Optional<String> refusal(Operation operation) {
        for (Right right : operation.wants()) {
            if (!rights.contains(right)) {
                return Optional.of(lacks(right));
            }
        }
        boolean within = operation.path().size() >= path.size()
                && operation.path().subList(0, path.size()).equals(path);
        return within || !operation.kind().isOfFiles()
                ? Optional.empty()
                : Optional.of("this client's pairing is for " + pathText() + " and its subdirectories only; use a path"
                        + " there, or ask the node's operator for a wider grant");
    }

    private static String lacks(Right right) {
        return switch (right) {
            case READ -> "this client's pairing does not include reading; have the node's operator grant it";
            case WRITE -> "this client's pairing is for reading only; have the node's operator grant writing";
            case RELAY -> "this client's pairing does not include relaying; have the node's operator grant it";
            case MODIFY ->
                "the node has no record that this client wrote it, and this client's pairing does not include changing"
                        + " other files; choose another name, or have the node's operator grant it (--modify)";
        };
    }

    /** What both allow; empty if they are confined to different directories. */
    public Optional<Grant> and(Grant other) {
        boolean deep = path.size() >= other.path.size();
        List<String> deeper = deep ? path : other.path;
        List<String> higher = deep ? other.path : path;
        if (!deeper.subList(0, higher.size()).equals(higher)) {
            return Optional.empty();
        }
        Set<Right> both = EnumSet.noneOf(Right.class);
        both.addAll(rights);
        both.retainAll(other.rights);
        long quota = quotaBytes == 0 || other.quotaBytes == 0
                ? Math.max(quotaBytes, other.quotaBytes)
                : Math.min(quotaBytes, other.quotaBytes);
        return Optional.of(new Grant(both, deeper, quota));
    }

    /** The directory as a path from the data directory on: {@code /} for all of it. */
    public String pathText() {
        return "/" + String.join("/", path);
    }

    /**
     * As it is written in the {@code peers} file and on the wire: one word such as {@code read,write;path=/in;quota=9}.
     */
    public String text() {
        StringBuilder out = new StringBuilder(rights.stream()
                .sorted()
                .map(right -> right.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(",")));
        if (!path.isEmpty()) {
            out.append(';')
                    .append(PATH)
                    .append(path.stream()
                            .map(name -> "/" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                            .collect(Collectors.joining()));
        }
        return quotaBytes == 0
                ? out.toString()
                : out.append(';').append(QUOTA).append(quotaBytes).toString();
    }

    /** Reads what {@link #text} wrote; what is unknown is an error, since it may be a restriction. */
    public static Grant parse(String text) {
        List<String> parts = new ArrayList<>(Arrays.asList(text.split(";", -1)));
        Set<Right> rights = EnumSet.noneOf(Right.class);
        for (String right : parts.removeFirst().split(",")) {
            if (!right.isEmpty()) {
                rights.add(Right.valueOf(right.toUpperCase(Locale.ROOT)));
            }
        }
        List<String> path = List.of();
        long quota = 0;
        for (String part : parts) {
            if (part.startsWith(PATH)) {
                path = Arrays.stream(part.substring(PATH.length()).split("/"))
                        .filter(name -> !name.isEmpty())
                        .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
                        .toList();
            } else if (part.startsWith(QUOTA)) {
                quota = Long.parseLong(part.substring(QUOTA.length()));
            } else {
                throw new IllegalArgumentException("unknown part '" + part + "' of a grant");
            }
        }
        return new Grant(rights, names(String.join("/", path)), quota);
    }

    /** The names along a path as a person writes it: {@code ..} is refused. */
    public static List<String> names(String path) {
        try {
            return EntryNames.split(path);
        } catch (BadNameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
