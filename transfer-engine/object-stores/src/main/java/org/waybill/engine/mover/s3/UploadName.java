package org.waybill.engine.mover.s3;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.mover.store.StorePath;

/**
 * The name under which the home notes an unfinished upload: below the path that the object will have, it says which
 * source it is of and S3's id of the upload.
 *
 * @param target the path that the object will have
 * @param source the usual name of a partial file, without its ending
 * @param id of the upload
 */
record UploadName(String target, String source, String id) {
    private static final Pattern NAME = Pattern.compile("(\\.waybill-[0-9a-f]+-[0-9a-f]+)-([0-9a-f]+)\\.part");
    private static final String END = ".part";

    /** @param partial the usual path of the partial file */
    static UploadName of(String target, String partial, String id) {
        return new UploadName(target, source(partial), id);
    }

    /** What a path names; empty for one of a file. */
    static Optional<UploadName> parse(String path) {
        Matcher name = NAME.matcher(StorePath.name(path));
        return !name.matches() || name.group(2).length() % 2 != 0
                ? Optional.empty()
                : Optional.of(new UploadName(
                        StorePath.parent(path),
                        name.group(1),
                        new String(HexFormat.of().parseHex(name.group(2)), StandardCharsets.UTF_8)));
    }

    private static String source(String partial) {
        return StorePath.name(partial).replaceAll("\\.part(ial)?$", "");
    }

    /** Whether it is of this target, and of the same source as a partial file. */
    boolean isOf(String path, String partial) {
        return target.equals(path) && source.equals(source(partial));
    }

    String path() {
        return StorePath.join(
                target, source + "-" + HexFormat.of().formatHex(id.getBytes(StandardCharsets.UTF_8)) + END);
    }
}
