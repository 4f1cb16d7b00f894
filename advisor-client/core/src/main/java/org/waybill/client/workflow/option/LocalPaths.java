package org.waybill.client.workflow.option;

import java.nio.file.Path;

/** Local paths for tools that require absolute ones. */
public final class LocalPaths {
    private LocalPaths() {}

    /** The absolute path; a slash at the end is kept. */
    public static String absolute(String path) {
        String absolute = Path.of(path).toAbsolutePath().toString();
        return path.endsWith("/") && !absolute.endsWith("/") ? absolute + "/" : absolute;
    }
}
