package org.waybill.engine.mover.s3;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.mover.store.StorePath;

/**
 * The name under which the home notes an unfinished upload: below the path that the object will have, it says which
 * source it is of, S3's id of the upload, and who fills it: parts that the server copies have other sizes, and maybe other
 * checksums, than those that are sent.
 *
 * @param target the path that the object will have
 * @param source the usual name of a partial file, without its ending
 * @param id of the upload
 * @param copied whether it was begun for a copy by the server
 */
record UploadName(String target, String source, String id, boolean copied) {
    private static final Pattern NAME = Pattern.compile("(\\.waybill-[0-9a-f]+-[0-9a-f]+)-([0-9a-f]+)(-c)?\\.part");
    private static final String COPIED = "-c";
    private static final String END = ".part";

    /** @param partial the usual path of the partial file */
    static UploadName of(String target, String partial, String id, boolean copied) {
        return new UploadName(target, source(partial), id, copied);
    }

    /** What a path names; empty for one of a file. */
    static Optional<UploadName> parse(String path) {
        Matcher name = NAME.matcher(StorePath.name(path));
        return !name.matches() || name.group(2).length() % 2 != 0
                ? Optional.empty()
                : Optional.of(new UploadName(
                        StorePath.parent(path),
                        name.group(1),
                        new String(HexFormat.of().parseHex(name.group(2)), StandardCharsets.UTF_8),
                        name.group(3) != null));
    }

    private static String source(String partial) {
        return StorePath.name(partial).replaceAll("\\.part(ial)?$", "");
    }

    /** Whether it is of this target, and of the same source as a partial file. */
    boolean isOf(String path, String partial) {
        return target.equals(path) && source.equals(source(partial));
    }

    String path() {
        String hex = HexFormat.of().formatHex(id.getBytes(StandardCharsets.UTF_8));
        return StorePath.join(target, source + "-" + hex + (copied ? COPIED : "") + END);
    }
}
