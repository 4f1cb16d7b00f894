package org.waybill.client.workflow.option;

import org.waybill.engine.Location;

/** Paths as tools expect them. */
public final class FileNames {
    private FileNames() {}

    /** The last part of a path, slashes at its end ignored; {@code data} when there is none. */
    public static String last(String path) {
        String trimmed = withoutSlashes(path);
        String name = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        return name.isEmpty() || name.equals(".") || name.equals("..") ? "data" : name;
    }

    public static String withoutSlashes(String path) {
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /** The directory of a file; {@code .} if the path has one part. */
    public static String parent(String path) {
        String trimmed = withoutSlashes(path);
        int slash = trimmed.lastIndexOf('/');
        return slash < 0 ? "." : withoutSlashes(trimmed.substring(0, slash + 1));
    }

    /** A local path that no tool can take for an option, a host or a stream. */
    public static String explicit(String path) {
        return path.startsWith("/") || path.startsWith("./") || path.startsWith("../") ? path : "./" + path;
    }

    /** A name within a directory. */
    public static String within(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    /** Whether a path says by itself that it is a directory. */
    public static boolean saysDirectory(String path) {
        return Location.local(path).saysDirectory();
    }
}
