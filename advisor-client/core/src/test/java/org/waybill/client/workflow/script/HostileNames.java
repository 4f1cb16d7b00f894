package org.waybill.client.workflow.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** File names that break careless quoting. Those with commands in them would make a file called {@code pwned}. */
final class HostileNames {
    private static final List<String> CORES = List.of(
            "a b",
            " lead",
            "trail ",
            "tab\there",
            "'",
            "\"",
            "`touch pwned`",
            "$(touch pwned)",
            "${IFS}",
            "$HOME",
            ";touch pwned;",
            "&touch pwned&",
            "|touch pwned|",
            "a>pwned",
            "<pwned",
            "\\",
            "\\'",
            "'\"'\"'",
            "'; touch pwned; '",
            "\"; touch pwned; \"",
            "-rf",
            "--help",
            "-oProxyCommand=touch pwned",
            "-e touch pwned",
            "*",
            "?",
            "[a-z]",
            "{a,b}",
            "!!",
            "#comment",
            "~",
            "~root",
            "%2e%2e",
            "%s%n",
            "a=b",
            "(sub)",
            "^",
            "a:b",
            "host:path",
            "user@h:x",
            "\u202egnp.exe",
            "é",
            "e\u0301",
            "日本語",
            "\ud83d\ude80",
            "\u0007bell",
            "\u001b[31m",
            "\u007f",
            "con",
            "a\\nb");
    private static final List<String> WITH_BREAKS = List.of("line\nbreak", "\n", "x\n-rf", "a\r\nb", "\ntouch pwned\n");

    private HostileNames() {}

    /** Two hundred and more, each a legal name of at most 255 bytes. */
    static List<String> all() {
        List<String> names = new ArrayList<>(withoutBreaks());
        for (String core : WITH_BREAKS) {
            names.add(core);
            names.add("pre" + core + "post");
        }
        return names;
    }

    /** Those that line-based protocols can carry. */
    static List<String> withoutBreaks() {
        List<String> names = new ArrayList<>();
        for (String core : CORES) {
            names.add(core);
            names.add("pre" + core);
            names.add(core + ".post");
            names.add(core + core);
        }
        names.add("n".repeat(255));
        names.add("é".repeat(127));
        names.removeIf(name -> name.getBytes(StandardCharsets.UTF_8).length > 255);
        return names;
    }
}
