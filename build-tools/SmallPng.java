import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Makes pictures of user interfaces small: {@code java build-tools/SmallPng.java FILE...}. Keeps 256 colours, gives
 * every pixel the nearest of them, and compresses as well as PNG can.
 */
final class SmallPng {
    private static final int COLOURS = 256;
    /** So many of the most frequent colours are kept as they are. */
    private static final int KEPT = 128;

    private static final long LARGEST_BYTES = 150_000;

    public static void main(String[] files) throws IOException {
        for (String name : files) {
            Path file = Path.of(name);
            write(indexed(ImageIO.read(file.toFile())), file.toFile());
            if (Files.size(file) > LARGEST_BYTES) {
                System.err.println(file + " is larger than " + LARGEST_BYTES + " bytes");
                System.exit(1);
            }
        }
    }

    private static BufferedImage indexed(BufferedImage image) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                counts.merge(image.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        int[] palette = palette(counts);
        IndexColorModel model =
                new IndexColorModel(8, palette.length, palette, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
        BufferedImage small =
                new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        Map<Integer, Integer> places = new HashMap<>();
        int[] pixel = new int[1];
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                pixel[0] = places.computeIfAbsent(image.getRGB(x, y) & 0xffffff, rgb -> nearest(palette, rgb));
                small.getRaster().setPixel(x, y, pixel);
            }
        }
        return small;
    }

    /** The most frequent colours, then others that stand for those around them: as near as 256 places allow. */
    private static int[] palette(Map<Integer, Integer> counts) {
        List<Integer> byCount = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        for (int radius = 1; ; radius++) {
            List<Integer> chosen = new ArrayList<>();
            for (int rgb : byCount) {
                int near = chosen.size() < KEPT ? 1 : radius * radius;
                if (chosen.size() <= COLOURS && chosen.stream().noneMatch(other -> distance(other, rgb) < near)) {
                    chosen.add(rgb);
                }
            }
            if (chosen.size() <= COLOURS) {
                return chosen.stream().mapToInt(Integer::intValue).toArray();
            }
        }
    }

    private static int nearest(int[] palette, int rgb) {
        int best = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(palette[i], rgb) < distance(palette[best], rgb)) {
                best = i;
            }
        }
        return best;
    }

    private static int distance(int one, int other) {
        int red = (one >> 16) - (other >> 16);
        int green = (one >> 8 & 255) - (other >> 8 & 255);
        int blue = (one & 255) - (other & 255);
        return red * red + green * green + blue * blue;
    }

    private static void write(BufferedImage image, File file) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam best = writer.getDefaultWriteParam();
        best.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        best.setCompressionQuality(0);
        Files.deleteIfExists(file.toPath());
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), best);
        } finally {
            writer.dispose();
        }
    }
}
