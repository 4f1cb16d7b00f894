package org.waybill.client.workflow.script;

import org.waybill.engine.Location;

/**
 * SHA-256 in scripts, by what is there: {@code sha256sum} of GNU, BusyBox or FreeBSD, or Perl's {@code shasum} as on
 * macOS. They have few options in common, and print unusual names differently.
 */
final class Checksums {
    /** Sets {@code sha} to the words of the tool. */
    private static final String TOOL = "sha=sha256sum; command -v $sha >/dev/null 2>&1 || sha='shasum -a 256'";

    /** Prints the checksums of the names on standard input, in their order, without the names. */
    private static final String OF_NAMES =
            TOOL + "; xargs -0 $sha | LC_ALL=C sed -n 's/^\\\\\\{0,1\\}\\([0-9a-f]\\{64\\}\\) .*/\\1/p'";

    /** Prints the first name whose two checksums differ, from two lists of them and the names as lines. */
    private static final String FIRST_DIFFERENT = "awk 'FNR == 1 { file++ } file < 3 { sum[file, FNR] = $0; next } "
            + "sum[1, FNR] != sum[2, FNR] { print; exit }'";

    private static final String NO_TOOL = "fail 11 'copied, but not verified: a host cannot compute the SHA-256 "
            + "(by sha256sum or shasum); WAYBILL_VERIFY=none skips this check'";

    private Checksums() {}

    /** Makes {@code hash_of}, which prints the checksum of its standard input. */
    static void define(ShellScript script) {
        script.line(TOOL);
        script.line("hash_of() { $sha | cut -c 1-64; }");
    }

    static void need(ShellScript script) {
        script.line("need \"${sha%% *}\" 'or sha256sum: Debian package coreutils'");
    }

    /** A command that prints the checksum of a file here or at a host that has SSH; nothing where it cannot. */
    static String of(Location file) {
        String path = " < " + ShellWords.quote(file.path());
        return file.isLocal()
                ? "hash_of" + path
                : "printf '%s\\n' " + ShellWords.quote(remote(file.path())) + " | " + SshCommand.shell(file);
    }

    /** A remote script for {@link SshCommand#shell}; redirected, so that no name is taken for an option. */
    static String remote(String path) {
        return TOOL + "; $sha < " + ShellWords.quote(path) + " | cut -c 1-64";
    }

    /**
     * Compares two files.
     *
     * @param source prints a checksum
     * @param copy prints one too
     */
    static void compare(ShellScript script, String source, String copy) {
        compare(script, source, copy, "");
    }

    /** @param undo what to do first if they differ, with a semicolon behind it */
    static void compare(ShellScript script, String source, String copy, String undo) {
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(" + source + ") || here=");
        script.line("there=$(" + copy + ") || there=");
        script.line("[ -n \"$here\" ] && [ -n \"$there\" ] || " + NO_TOOL);
        script.line("[ \"$here\" = \"$there\" ] || { " + undo + "fail 11 'the copy differs from the source'; }");
        script.end();
    }

    /**
     * Compares the files of a tree with those of the same names in its copy, which may hold others too; after
     * {@link OtherEntries#makeLists}.
     */
    static void compareTrees(ShellScript script, Location source, Location copy) {
        script.when("[ \"$verify\" = sha256 ]");
        script.line(within(source, "find . -type f -print0", "/dev/null") + " > \"$lists/names\" || "
                + "fail 11 'copied, but not verified: the files of the source cannot be listed'");
        script.when("[ -s \"$lists/names\" ]");
        script.line(within(source, OF_NAMES, "\"$lists/names\"") + " > \"$lists/source\" || :");
        script.line(within(copy, OF_NAMES, "\"$lists/names\"") + " > \"$lists/copy\" || :");
        script.line("[ -s \"$lists/source\" ] && [ -s \"$lists/copy\" ] || " + NO_TOOL);
        script.when("! cmp -s \"$lists/source\" \"$lists/copy\"");
        script.line("name=$(export LC_ALL=C; tr '\\000\\n' '\\n ' < \"$lists/names\" | " + FIRST_DIFFERENT
                + " \"$lists/source\" \"$lists/copy\" - | tr -d '[:cntrl:]')");
        script.line("fail 11 \"the copy differs from the source: $name\"");
        script.end().end().end();
    }

    /** Does something in a directory, here or at a host that has SSH. */
    static String within(Location directory, String does, String input) {
        String there = "cd " + ShellWords.quote(SshCommand.changeable(directory.path())) + " && { " + does + "; }";
        return (directory.isLocal() ? "(" + there + ")" : SshCommand.run(directory, there)) + " < " + input;
    }
}
