package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** Commands that run something at the remote host of SSH. */
final class SshCommand {
    static final String PROGRAM = "ssh";

    private SshCommand() {}

    static void need(ShellScript script) {
        ScriptWriter.need(script, PROGRAM, Tool.SFTP.origin());
    }

    /** Runs the script that comes on standard input; the login shell sees only the word {@code sh}. */
    static String shell(Location at) {
        return ShellWords.join(words(at, "sh"));
    }

    /** Runs a script with standard input free for data. */
    static String run(Location at, String remoteScript) {
        return ShellWords.join(words(at, ShellWords.join(List.of("sh", "-c", remoteScript))));
    }

    private static List<String> words(Location at, String remote) {
        List<String> words = new ArrayList<>(List.of(PROGRAM, "-o", "BatchMode=yes"));
        if (at.port() != 0) {
            words.addAll(List.of("-p", String.valueOf(at.port())));
        }
        words.addAll(List.of("--", ToolUrls.sshDestination(at), remote));
        return words;
    }

    /** A remote script that prints the SHA-256 of a file; redirected, so that no name is taken for an option. */
    static String hash(String path) {
        return "sha256sum < " + ShellWords.quote(path);
    }

    /** A remote or local list of checksums of all files below a directory, as sha256sum --check reads it. */
    static String list(String directory) {
        return "cd " + ShellWords.quote(changeable(directory)) + " && find . -type f -exec sha256sum {} +";
    }

    /** Compares the files below a directory with the list on standard input. */
    static String check(String directory) {
        return "cd " + ShellWords.quote(changeable(directory)) + " && sha256sum --check --quiet --strict";
    }

    /** {@code cd -} and options are not directories. */
    static String changeable(String directory) {
        return directory.startsWith("/") || directory.startsWith("./") || directory.equals(".")
                ? directory
                : "./" + directory;
    }
}
