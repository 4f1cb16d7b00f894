package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;

/**
 * What a tree has besides directories and files, in a script (decisions 0043 and 0277): symbolic links are made after
 * all files where the destination can have them; what is not copied is named, and the exit code is that of
 * {@link Reason#LEFT_OUT}. The script's variable {@code lists} names a directory that is removed at its end: {@code others}
 * in it has names with {@code l} and a link's text, or {@code s}, each followed by a zero character; {@code left} has a
 * line for each that was left out.
 */
record OtherEntries(ShellScript script, Location source) {
    private static final String OTHERS = "\"$lists/others\"";
    private static final String LEFT = "\"$lists/left\"";
    private static final String UNLISTED = "\"$lists/unlisted\"";

    /** A line break at the end of a link's text must outlast {@code $(...)}: a letter is put behind it. */
    private static final String LIST = "find . ! -type f ! -type d -exec sh -c "
            + ShellWords.quote("for n; do if [ -L \"$n\" ]; then t=$(readlink -n \"$n\"; echo x); "
                    + "printf \"%s\\000l%s\\000\" \"$n\" \"${t%x}\"; else printf \"%s\\000s\\000\" \"$n\"; fi; done")
            + " sh {} +";

    /** Of names on standard input those that are here and are no links, with {@code d}. */
    private static final String NO_LINKS = "xargs -0 sh -c "
            + ShellWords.quote("for n; do [ -L \"$n\" ] || [ ! -e \"$n\" ] || printf \"%s\\000d\\000\" \"$n\"; done")
            + " sh";

    private static final String SAY = "n=$1 p=${1%/*}; "
            + "say() { printf \"%s\\n\" \"$n\" | LC_ALL=C awk \"NR > 1 { printf \\\"%s\\\", \\\"\\\\\\\\n\\\" }"
            + " { printf \\\"%s\\\", \\$0 }\"; echo \" ($1)\"; }; ";

    /** Shows control characters, and bytes that are not in UTF-8, as a shell's {@code printf} has them. */
    private static final String ESCAPE = "LC_ALL=C awk 'BEGIN { for (i = 1; i < 256; i++)"
            + " if (i < 32 || i == 127 || i > 244) shown[sprintf(\"%c\", i)] = sprintf(\"\\\\x%02x\", i);"
            + " shown[\"\\t\"] = \"\\\\t\"; shown[\"\\r\"] = \"\\\\r\" }"
            + " { line = \"\"; for (i = 1; i <= length($0); i++) { c = substr($0, i, 1);"
            + " line = line (c in shown ? shown[c] : c) } print line }'";

    /**
     * Makes a link, or with {@code d} removes one. The names may come from a hostile server: nothing is done above the
     * directory, or behind a link in it.
     */
    private static final String PLACE = SAY
            + "case $n in */../*|*/..) exit 0 ;; ./*) ;; *) exit 0 ;; esac; "
            + "while [ \"$p\" != . ]; do [ -d \"$p\" ] && [ ! -L \"$p\" ] || "
            + "{ say \"its directory is missing or a link\"; exit 0; }; p=${p%/*}; done; "
            + "case $2 in d) [ ! -L \"$n\" ] || rm -f \"$n\" ;; "
            + "s) [ -e \"$n\" ] && [ ! -d \"$n\" ] && [ ! -f \"$n\" ] || say \"a pipe, socket or device\" ;; "
            + "l*) t=${2#l}; [ \"$(readlink -n \"$n\" 2>/dev/null; echo x)\" != \"${t}x\" ] || exit 0; "
            + "if [ -d \"$n\" ] && [ ! -L \"$n\" ]; then say \"a directory has the name of this symbolic link\"; "
            + "else rm -f \"$n\" 2>/dev/null; "
            + "ln -s -- \"$t\" \"$n\" 2>/dev/null || say \"the symbolic link cannot be made\"; fi ;; esac";

    private static final String NAME =
            SAY + "case $2 in l*) say \"a symbolic link\" ;; *) say \"a pipe, socket or device\" ;; esac";

    /** Makes the directory of the lists; a leg of a staged option has its own. */
    static void makeLists(ShellScript script) {
        script.line("lists=");
        script.atExit("[ -z \"$lists\" ] || rm -rf -- \"$lists\"");
        script.line("lists=$(mktemp -d \"${TMPDIR:-/tmp}/waybill.XXXXXX\")");
        script.line(": > " + LEFT);
    }

    /** Makes the lists, from what the source has now; it is listed on this machine or by SSH. */
    void list() {
        makeLists(script);
        // a server of SFTP alone ends well, and has not listed anything
        script.line(Checksums.within(source, "echo listed && " + LIST, "/dev/null")
                + " > \"$lists/all\" && [ \"$(sed 1q \"$lists/all\")\" = listed ] || "
                + (source.isLocal()
                        ? "fail 3 'the source cannot be listed'"
                        : "{ [ \"$verify\" != sha256 ] || fail 11 'the source cannot be listed by ssh, nothing was"
                                + " copied; WAYBILL_VERIFY=none does without'; : > " + UNLISTED + "; }"));
        script.line("if [ -e " + UNLISTED + " ]; then : > " + OTHERS + "; else tail -n +2 \"$lists/all\" > " + OTHERS
                + "; fi");
    }

    /** For a source that is no directory of this machine and has no SSH: its tool tells what it leaves out. */
    void listNothing() {
        makeLists(script);
        script.line(": > " + OTHERS);
    }

    /** Removes links of the destination that have the name of a file or directory: tools would write through them. */
    void clear(Location copy) {
        script.line(
                Checksums.within(copy, "find . -type l -print0", "/dev/null") + " > \"$lists/there\" 2>/dev/null || :");
        script.when("[ -s \"$lists/there\" ]");
        script.line("! " + areUnknown() + " || fail 12 'the source cannot be listed by ssh, and files would be written"
                + " through links of the destination: name another one'");
        script.line(Checksums.within(source, NO_LINKS, "\"$lists/there\"") + " > \"$lists/stale\"");
        script.line("[ ! -s \"$lists/stale\" ] || " + Checksums.within(copy, each(PLACE), "\"$lists/stale\"")
                + " >/dev/null");
        script.end();
    }

    /** Whether a tool that follows links, or ends at a pipe, would differ. */
    static String areSome() {
        return "[ -s " + OTHERS + " ] || [ -e " + UNLISTED + " ]";
    }

    static String haveLinks() {
        return "tr '\\000' '\\n' < " + OTHERS + " | grep '^l' >/dev/null";
    }

    static String areUnknown() {
        return "[ -e " + UNLISTED + " ]";
    }

    /** Makes the links, and names what cannot be made; where the destination has no shell, nothing can. */
    void place(Location copy) {
        script.when("[ -s " + OTHERS + " ]");
        script.line(Checksums.within(copy, each(PLACE) + " && echo placed", OTHERS) + " > \"$lists/placed\" || :");
        script.when("[ \"$(tail -n 1 \"$lists/placed\" | tr -d '\\000')\" = placed ]");
        script.line("sed '$d' \"$lists/placed\" >> " + LEFT);
        script.orElse();
        script.line(nameAll());
        script.end().end();
    }

    /** For tools that leave out links and all else that is no file. */
    void leaveOut() {
        script.line("[ ! -s " + OTHERS + " ] || " + nameAll());
    }

    /**
     * The same of files and directories by their names.
     *
     * @param has what is in such a name: a pattern of bytes, as {@code printf} takes them
     * @param why what becomes of them
     */
    void leaveOutNames(String has, String why) {
        leaveOut("\\( -type f -o -type d \\) -name \"*$(printf \"" + has + "\")*\"", why);
    }

    /** The same of directories with nothing in them. */
    void leaveOutEmptyDirectories() {
        leaveOut("-type d ! -name .", "an empty directory", "[ -n \"$(ls -A \"$1\")\" ] || { ", "; }");
    }

    private void leaveOut(String which, String why, String... when) {
        String[] around = when.length == 0 ? new String[] {"", ""} : when;
        String say = ShellWords.quote(around[0] + SAY + "say \"" + why + "\"" + around[1]);
        leaveOut(
                script,
                Checksums.within(
                        source, "LC_ALL=C find . " + which + " -exec sh -c " + say + " sh {} \\;", "/dev/null"));
    }

    /** Leaves out what the shell's command prints, a line for each. */
    static void leaveOut(ShellScript script, String command) {
        script.line("{ " + command + "; } >> " + LEFT);
    }

    /** Names them, before anything is copied, where a tool would follow links and wait at pipes. */
    void refuse(String tool) {
        leaveOut();
        end("not copied", "12 'nothing was copied: " + tool + " would follow the links above, or wait at the pipes'");
    }

    /** Names what was left out; the exit code is then no success. */
    void end() {
        end("left out", Reason.LEFT_OUT.exitCode() + " 'copied, without the entries above'");
    }

    private void end(String what, String failure) {
        script.when("[ -s " + LEFT + " ]");
        script.line(ESCAPE + " < " + LEFT + " | LC_ALL=C sort | LC_ALL=C sed 's/^/" + what + ": /' >&2");
        script.line("fail " + failure);
        script.end();
    }

    private static String nameAll() {
        return each(NAME) + " < " + OTHERS + " >> " + LEFT;
    }

    private static String each(String does) {
        return ShellWords.join(List.of("xargs", "-0", "-n", "2", "sh", "-c", does, "sh"));
    }
}
