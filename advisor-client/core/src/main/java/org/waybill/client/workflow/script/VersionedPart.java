package org.waybill.client.workflow.script;

/**
 * A partial file that a re-run resumes only if it is a part of what the source is now. What the server shows of the
 * source (ETag, date, size) is stored next to the partial file before its first byte; if a re-run sees something else,
 * or if the server shows nothing, the copy starts over. Uses the shell variables {@code part} and {@code whole}.
 */
final class VersionedPart {
    private VersionedPart() {}

    /** @param show prints what identifies the version of the source; nothing if that is not known */
    static void prepare(ShellScript script, String show) {
        script.line("version_of() { " + show + "; }");
        script.line("version=$(version_of 2>/dev/null) || version=");
        script.when("[ -z \"$version\" ] || [ \"$version\" != \"$(cat \"$part.version\" 2>/dev/null)\" ]");
        script.line("rm -f -- \"$part\" \"$part.version\"");
        script.line("[ -z \"$version\" ] || printf '%s\\n' \"$version\" > \"$part.version\"");
        script.end();
    }

    /** For servers that cannot be asked to send a rest only of the same version. */
    static void checkUnchanged(ShellScript script) {
        changedUnless(script, "[ \"$(version_of 2>/dev/null || :)\" = \"$version\" ]");
    }

    static void changedUnless(ShellScript script, String condition) {
        script.line(condition + " || { rm -f -- \"$part\" \"$part.version\"; "
                + "fail 13 'the source changed during the copy: run this script again'; }");
    }

    static void publish(ShellScript script) {
        script.line("mv -f -- \"$part\" \"$whole\"");
        script.line("rm -f -- \"$part.version\"");
    }
}
