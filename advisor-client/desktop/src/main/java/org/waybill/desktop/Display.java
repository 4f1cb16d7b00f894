package org.waybill.desktop;

import java.util.Map;
import java.util.Optional;

/** Whether a window can be shown at all. */
final class Display {
    private Display() {}

    /**
     * Why no window can be shown; empty if one can, as far as is known beforehand.
     *
     * @param system the operating system's name
     * @param platform JavaFX's platform as set by hand, empty if not
     */
    static Optional<String> missing(Map<String, String> environment, String system, String platform) {
        boolean linux = system.startsWith("Linux");
        boolean display = !environment.getOrDefault("DISPLAY", "").isEmpty()
                || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
        return !linux || display || platform.equalsIgnoreCase("Headless")
                ? Optional.empty()
                : Optional.of("no display: neither DISPLAY nor WAYLAND_DISPLAY is set; log in with 'ssh -X', or use "
                        + "'waybill advise' and 'waybill copy' here");
    }

    /** A failure of JavaFX to start, in words. */
    static String failed(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return "the window cannot be opened ("
                + String.valueOf(cause.getMessage()).lines().findFirst().orElse("")
                + "): is the display reachable, and is GTK 3 installed (package libgtk-3-0)?";
    }
}
