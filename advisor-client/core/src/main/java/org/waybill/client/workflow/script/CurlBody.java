package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** One file by curl. What was sent is read back and compared; what is fetched has no second opinion to compare with. */
record CurlBody(ShellScript script, Candidate candidate) {
    /** Of the last response, after redirects. */
    private static final String VERSION_HEADERS = "/^HTTP\\// { v = \"\" } "
            + "tolower($0) ~ /^(etag: *\"|last-modified:|content-length:)/ { v = v $0 \"\\n\" } "
            + "END { printf \"%s\", v }";

    void write() {
        ScriptWriter.need(script, Tool.CURL);
        if (candidate.destination().isLocal()) {
            fetch();
        } else {
            Checksums.need(script);
            send();
        }
    }

    private void fetch() {
        String target = FileNames.explicit(candidate.destination().path());
        LocalBody.chooseLocal(script, target, FileNames.last(candidate.source().path()));
        String curl = curl(candidate.source()) + redirects(candidate.source());
        String url = " --url " + ShellWords.quote(ToolCommands.curlUrl(candidate.source()));
        boolean http = !candidate.source().isServedBy(Protocol.FTP);
        // a weak ETag does not distinguish versions byte by byte (RFC 9110, section 8.8.1)
        VersionedPart.prepare(script, curl + " --head" + url + " | tr -d '\\r' | awk '" + VERSION_HEADERS + "'");
        script.line(shown("validator", "[Ee][Tt][Aa][Gg]"));
        script.line("[ -n \"$validator\" ] || " + shown("validator", "[Ll]ast-[Mm]odified"));
        script.line(shown("size", "[Cc]ontent-[Ll]ength"));
        script.line("[ -n \"$validator\" ] || rm -f -- \"$part\" \"$part.version\"");
        String whole = "[ \"$(($(wc -c < \"$part\")))\" -eq \"$size\" ]";
        script.line("status=0");
        script.comment("a server refuses to send the rest of what is whole, from its size on");
        script.when("[ -z \"$size\" ] || [ ! -f \"$part\" ] || ! " + whole);
        script.line(curl + " --continue-at -" + (http ? " ${validator:+--header \"If-Range: $validator\"}" : "")
                + " --output \"$part\"" + url + " || status=$?");
        script.line("[ \"$status:$size\" != 22: ] || status=33");
        script.end();
        script.line("case $status in");
        script.line("0) ;;");
        script.comment("the server cannot send a rest, or has no such version any more");
        script.line("31|33|36) rm -f -- \"$part\"; " + curl + " --output \"$part\"" + url + " ;;");
        script.line("*) exit \"$status\" ;;");
        script.line("esac");
        VersionedPart.changedUnless(script, "[ -z \"$size\" ] || " + whole);
        if (!http) {
            VersionedPart.checkUnchanged(script);
        }
        VersionedPart.publish(script);
    }

    /**
     * What is read may be elsewhere, but never less securely; curl sends the password to the server that was named
     * only.
     */
    private static String redirects(Location far) {
        String scheme = ToolCommands.curlScheme(far.scheme());
        if (far.isServedBy(Protocol.FTP)) {
            return "";
        }
        String secure = Protocol.HTTPS.scheme();
        String allowed = scheme.equals(secure) ? secure : scheme + "," + secure;
        return " --location --proto-redir " + ShellWords.quote("=" + allowed);
    }

    /** Sets a variable to the value of a header of the version; to nothing if that is missing. */
    private static String shown(String variable, String header) {
        return variable + "=$(printf '%s\\n' \"$version\" | sed -n 's/^" + header + ": *//p' | tail -n 1)";
    }

    private void send() {
        String source = ShellWords.quote(FileNames.explicit(candidate.source().path()));
        Location whole = ToolCommands.finalName(candidate);
        // plain HTTP cannot rename
        boolean renames = OptionTraits.of(candidate, false).durable();
        Location to =
                renames ? ToolCommands.at(whole, script.parts(whole.path()).part()) : whole;
        String url = ShellWords.quote(ToolCommands.curlUrl(to));
        script.line("[ -r " + source + " ] && [ -f " + source + " ] || fail 3 'the source is not a readable file'");
        String make = whole.isServedBy(Protocol.FTP) ? " --ftp-create-dirs" : "";
        script.line(curl(to) + make + " --upload-file " + source + " --url " + url + " >/dev/null");
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < " + source + ")");
        script.line("there=$(" + curl(to) + " --url " + url + " | hash_of)");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the data that the server returns differ from the source'");
        script.end();
        if (renames) {
            rename(to, whole);
        }
    }

    private void rename(Location part, Location whole) {
        if (whole.isServedBy(Protocol.FTP)) {
            script.line(curl(whole) + " --head --quote " + ShellWords.quote("RNFR " + part.path()) + " --quote "
                    + ShellWords.quote("RNTO " + whole.path()) + " --url "
                    + ShellWords.quote(ToolCommands.curlUrl(ToolCommands.at(whole, ""))) + " >/dev/null");
            return;
        }
        // 207 would be a failure in the body of an answer (RFC 4918, section 9.9.4)
        script.line("status=$(" + curl(whole) + " --request MOVE --header "
                + ShellWords.quote("Destination: "
                        + ToolCommands.curlUrl(
                                new Location(whole.scheme(), null, whole.host(), whole.port(), whole.path())))
                + " --header 'Overwrite: T' --output /dev/null --write-out '%{http_code}' --url "
                + ShellWords.quote(ToolCommands.curlUrl(part)) + ")");
        script.line("[ \"$status\" = 201 ] || [ \"$status\" = 204 ] || "
                + "fail 8 \"the server did not rename the uploaded file: HTTP status $status\"");
    }

    private static String curl(Location far) {
        List<String> words = new ArrayList<>(List.of(
                "curl",
                "--fail",
                "--silent",
                "--show-error",
                "--globoff",
                "--netrc-optional",
                "--proto",
                "=" + ToolCommands.curlScheme(far.scheme())));
        if (ToolCommands.isExplicitTls(far)) {
            words.set(words.size() - 1, "=ftp");
            words.add("--ssl-reqd");
        }
        return ShellWords.join(words);
    }
}
