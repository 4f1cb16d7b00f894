package org.waybill.client.drawing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.waybill.platform.PrivateFiles;

/** A picture that can be written as SVG or PNG. */
public final class Picture {
    final int width;
    final int height;
    final int background;
    final String title;
    final List<Mark> marks;

    Picture(int width, int height, int background, String title, List<Mark> marks) {
        this.width = width;
        this.height = height;
        this.background = background;
        this.title = title;
        this.marks = List.copyOf(marks);
    }

    /**
     * Writes the picture in the format that the file's name asks for, {@code .svg} or {@code .png}; the file appears
     * under its name only when it is whole.
     *
     * @throws IllegalArgumentException for another ending
     */
    public void write(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException(file + ": no such directory");
        }
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".svg")) {
            PrivateFiles.replace(file, Svg.of(this));
        } else if (name.endsWith(".png")) {
            PrivateFiles.replace(file, Png.of(this));
        } else {
            throw new IllegalArgumentException(file + ": invalid picture name: expected .svg or .png");
        }
    }

    /** The picture as an SVG document. */
    public String svg() {
        return new String(Svg.of(this), StandardCharsets.UTF_8);
    }

    /** About how wide a text is, without asking for fonts. */
    static double textWidth(String text, double size) {
        return 0.56 * size * text.codePointCount(0, text.length());
    }
}
