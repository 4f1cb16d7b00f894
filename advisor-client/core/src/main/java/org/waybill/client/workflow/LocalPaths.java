package org.waybill.client.workflow;

import java.nio.file.Path;

/** Local paths for tools that want them absolute. */
final class LocalPaths {
    private LocalPaths() {}

    /** The absolute path; a slash at the end is kept. */
    static String absolute(String path) {
        String absolute = Path.of(path).toAbsolutePath().toString();
        return path.endsWith("/") && !absolute.endsWith("/") ? absolute + "/" : absolute;
    }
}
