package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.protocol.Tool;

/** FTP by lftp, which keeps a temporary name until a file is whole; what was sent is read back and compared. */
record LftpBody(ShellScript script, Candidate candidate, boolean directory) {
    /** Of names as lines, lftp's commands that list each directory, below a line with its name. */
    private static final String LIST_EACH = "'/\\/$/ { s/[\\\\\"]/\\\\&/g; s/.*/echo \"in &\"; ls \"&\"/p; }'";

    /** Why names are not copied: lftp doubles the byte, as telnet does. */
    private static final String UNSAFE = "control characters or byte ff in the name";

    /**
     * Of listings as {@code ls -l} has them, names what is no file or directory and names that lftp changes. What follows
     * a line break in a name is a line of its own, which lftp takes for a file: patterns of the parts are kept in
     * {@code not}.
     */
    private static final String NAME_OTHER = """
        function but(s, i, c, r) {
          for (i = 1; i <= length(s); i++) {
            c = substr(s, i, 1)
            r = r (index("^\\"\\\\", c) ? "." : index(".[]()*+?{}|$", c) ? "[" c "]" : c)
          }
          printf "|^%s/?$", r > not
        }
        function ended(why) {
          if (name == "") return
          if (kind == "l") sub(/ -> .*/, "", more)
          if (index(kinds, kind)) why = kind == "l" ? "a symbolic link" : "a pipe, socket or device"
          else if (more != "" || name ~ /[\\001-\\037\\177\\377]/) why = "UNSAFE"
          if (why != "") print at name more " (" why ")"
          if (more != "") but(substr(at, 3) name)
          name = more = ""
        }
        /^in .*\\/$/ { ended(); at = substr($0, 4); next }
        /^[-dlpscb][-rwxsStT]+ / {
          ended(); kind = substr($0, 1, 1); for (i = 0; i < 8; i++) sub(/^[^ ]+ +/, ""); name = $0
          if (kind == "l") sub(/ -> .*/, "", name)
          next
        }
        name != "" { more = more "\\\\n" $0; if ($0 != "") but(substr(at, 3) $0) }
        END { ended() }
        """.replace("UNSAFE", UNSAFE);

    void write() {
        ScriptWriter.need(script, Tool.LFTP);
        boolean push = candidate.source().isLocal();
        if (!directory && candidate.destination().isLocal()) {
            fetch();
            return;
        }
        if (directory) {
            tree();
            return;
        }
        if (push) {
            Checksums.need(script);
        }
        script.command(List.of("lftp", "-c", LftpScript.commands(candidate, false)));
        if (!push) {
            return;
        }
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < "
                + ShellWords.quote(FileNames.explicit(candidate.source().path())) + ")");
        script.line(
                "there=$(" + ShellWords.join(List.of("lftp", "-c", LftpScript.readBack(candidate))) + " | hash_of)");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the data that the server returns differ from the source'");
        script.end();
    }

    private void tree() {
        OtherEntries others = new OtherEntries(script, candidate.source());
        if (candidate.source().isLocal()) {
            others.list();
            script.line("not=");
            others.leaveOut();
            others.leaveOutNames("[\\001-\\037\\177\\377]", UNSAFE);
        } else {
            others.listNothing();
            nameOthers();
        }
        // in this locale a character is a byte, and none beyond ASCII is a control character
        script.line("LC_ALL=C lftp -c \"set mirror:exclude-regex \\\"$(printf '\\377')$not\\\"; \""
                + ShellWords.quote(LftpScript.commands(candidate, true)));
        others.end();
    }

    /**
     * lftp leaves out in silence what is no file, directory or link, and its own listings do not show it; those of the
     * server do, each of one directory. A directory that cannot be listed fails when it is copied.
     */
    private void nameOthers() {
        script.line("lftp -c " + ShellWords.quote(LftpScript.within(candidate) + "find .")
                + " > \"$lists/said\" 2>/dev/null || :");
        script.line("{ printf '%s\\n' " + ShellWords.quote(LftpScript.within(candidate)) + "; sed -n " + LIST_EACH
                + " \"$lists/said\"; } > \"$lists/ask\"");
        script.line("lftp -f \"$lists/ask\" > \"$lists/shown\"");
        script.line(": > \"$lists/not\"");
        // lftp makes the links here
        String kinds = candidate.destination().isLocal() ? "pscb" : "pscbl";
        OtherEntries.leaveOut(
                script,
                "LC_ALL=C awk -v kinds=" + kinds + " -v not=\"$lists/not\" " + ShellWords.quote(NAME_OTHER)
                        + " \"$lists/shown\"");
        script.line("not=$(cat \"$lists/not\")");
    }

    private void fetch() {
        String name = FileNames.last(candidate.source().path());
        LocalBody.chooseLocal(
                script,
                FileNames.explicit(candidate.destination().path()),
                name,
                parts -> script.set("fetch", LftpScript.fetch(candidate, parts.part())));
        VersionedPart.prepare(script, ShellWords.join(List.of("lftp", "-c", LftpScript.version(candidate))));
        script.line("lftp -c \"$fetch\"");
        VersionedPart.checkUnchanged(script);
        VersionedPart.publish(script);
    }
}
