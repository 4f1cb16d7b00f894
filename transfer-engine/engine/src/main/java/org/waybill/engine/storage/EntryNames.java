package org.waybill.engine.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.waybill.engine.Location;
import org.waybill.engine.Sha256;
import org.waybill.platform.VisibleText;

/** Which names are allowed, and the names of files that are not final yet. */
public final class EntryNames {
    /** Bytes of one name (Linux' NAME_MAX). */
    public static final int MAX_NAME_BYTES = 255;
    /** Bytes of a path from what is copied or served on: those of Linux' PATH_MAX, less some for its later place. */
    public static final int MAX_PATH_BYTES = 4000;
    /** Directories below one another: up to the length of a path. */
    public static final int MAX_DEPTH = MAX_PATH_BYTES / 2;
    /** What the engine's own files start with: partial files, ledgers, locks. */
    public static final String OWN_PREFIX = ".waybill-";
    /**
     * What the names of partial files at servers end with. Nextcloud takes none that ends with {@code .part} or {@code
     * .filepart}, its own ({@code forbidden_filename_extensions}); earlier versions of Waybill wrote {@code .part} there.
     */
    public static final String PARTIAL_AT_SERVERS = ".partial";

    private static final String PARTIAL = ".part";
    private static final int STEM_CHARACTERS = 20;
    /** The length of the beginning and of the end of a very long path that are shown. */
    private static final int SHOWN = 60;
    /**
     * Every name that Waybill itself gives to a file next to data: of partial files and what is known of
     * them, locks, marks, files for a measurement; those of version 0.1 too. All else is data, also if it begins alike.
     */
    private static final Pattern OWN = Pattern.compile("\\.waybill-(tree"
            + "|[0-9a-f]{12,32}(-[0-9a-f-]+)?\\.(part(ial|\\.sums)?|ledger|lock|tree)"
            + "|probe-[0-9a-f]+|disk-[0-9a-z-]+\\.tmp)"
            + "|\\.unchecked-([0-9a-f]{12}-[0-9a-f]{12}|[0-9a-f]{32})");

    /** What every file system and server keeps, except for case. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._+=,@-]*[A-Za-z0-9_+=,@-]");

    private static final int PLAIN_BYTES = 140;

    private EntryNames() {}

    static List<String> above(List<String> names) {
        return names.subList(0, names.size() - 1);
    }

    /** The root of all has no name. */
    static String last(List<String> names) {
        return names.isEmpty() ? "" : names.getLast();
    }

    /** Whether every file system and server keeps it, except for the case of its letters. */
    public static boolean isPlain(String name) {
        return name.length() <= PLAIN_BYTES && PLAIN.matcher(name).matches();
    }

    /** One name of a directory entry. */
    public static String checked(String name) throws BadNameException {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new BadNameException("\"" + name + "\" is no name of a file");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '/' || c == 0) {
                throw new BadNameException("a file's name has a slash or NUL in it");
            }
            if (Character.isSurrogate(c) && !pairedAt(name, i)) {
                throw BadNameException.notUtf8();
            }
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            throw BadNameException.tooLong("a file's name is longer than " + MAX_NAME_BYTES + " bytes: "
                    + printable(name.substring(0, 40)) + "...");
        }
        return name;
    }

    private static boolean pairedAt(String name, int i) {
        return Character.isHighSurrogate(name.charAt(i))
                ? i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(name.charAt(i - 1));
    }

    /**
     * The names along a path. Leading, trailing and doubled slashes count for nothing; {@code .} is left out;
     * {@code ..} is refused, even where it would stay inside.
     */
    public static List<String> split(String path) throws BadNameException {
        List<String> names = new ArrayList<>();
        for (String part : path.split("/")) {
            if (!part.isEmpty() && !part.equals(".")) {
                names.add(checked(part));
            }
        }
        if (names.size() > MAX_DEPTH) {
            throw new BadNameException("a path of " + names.size() + " directories: " + MAX_DEPTH + " are allowed");
        }
        return names;
    }

    /** The names below others. */
    static List<String> joined(List<String> base, List<String> names) {
        List<String> all = new ArrayList<>(base);
        all.addAll(names);
        return all;
    }

    /**
     * A name that is found in a directory.
     *
     * @param above the directory's path from the root of what is copied, with a slash at its end; empty for the root
     */
    static String checkedBelow(String above, String name) throws BadNameException {
        int bytes = (above + checked(name)).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_PATH_BYTES) {
            throw BadNameException.tooLong("a path of " + bytes + " bytes, and " + MAX_PATH_BYTES
                    + " bytes are allowed: move from a directory further down");
        }
        return name;
    }

    /**
     * Whether a symbolic link's text begins at the root of the system, or leads out of a directory by its dots.
     *
     * @param link its own names beneath that directory
     */
    public static boolean leadsOut(List<String> link, String text) {
        int depth = link.size() - 1;
        for (String part : text.split("/")) {
            depth += part.equals("..") ? -1 : part.isEmpty() || part.equals(".") ? 0 : 1;
            if (depth < 0) {
                return true;
            }
        }
        return text.startsWith("/");
    }

    /** A path for a message: of a very long one its beginning and its end. */
    static String shortened(String path) {
        return path.length() <= 4 * SHOWN
                ? path
                : path.substring(0, SHOWN) + "..." + path.substring(path.length() - SHOWN);
    }

    /** The last name along a path as its user wrote it; empty for a root. */
    public static String last(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    }

    /** What a source is called below a directory; empty where the contents of a directory are meant. */
    public static String placed(String path) {
        return Location.local(path).saysDirectory() ? "" : last(path);
    }

    /** Whether a file is a leftover or a tool of Waybill's own, not data. */
    public static boolean isOwn(String name) {
        return name.startsWith(".") && OWN.matcher(name).matches();
    }

    /** Whether one of our own files holds data that have not arrived yet; the others are locks, marks and ledgers. */
    public static boolean isPartial(String name) {
        return isOwn(name) && (name.endsWith(PARTIAL) || name.endsWith(PARTIAL_AT_SERVERS));
    }

    /** No peer reads or writes our own files by their names. */
    public static void refuseOwn(String name) throws BadNameException {
        if (isOwn(name)) {
            throw new BadNameException("\"" + name + "\" is a name that is kept for unfinished transfers");
        }
    }

    /** What version 0.1 began the names of a target's partial file, ledger and lock with: anyone can compute it. */
    public static String stem(String name) {
        return OWN_PREFIX + Sha256.ofText(name, STEM_CHARACTERS);
    }

    /** The name on one line of a log or message: control and direction characters shown as escapes. */
    public static String printable(String name) {
        return printable(name, Integer.MAX_VALUE);
    }

    /** The same of at most a number of characters. */
    public static String printable(String name, int most) {
        return VisibleText.of(name, most);
    }
}
