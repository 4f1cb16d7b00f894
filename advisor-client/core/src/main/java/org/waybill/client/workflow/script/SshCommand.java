package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Commands that run something at the remote host of SSH. */
final class SshCommand {
    static final String PROGRAM = "ssh";

    private SshCommand() {}

    static void need(ShellScript script) {
        ScriptWriter.need(script, PROGRAM, Tool.SFTP.origin());
    }

    /**
     * Ends the script if the host lets no one in without a password: scp and rsync ask for one, but what comes before
     * and after them cannot. 255 is ssh's own failure; a host that runs nothing but sftp or rsync ends with another.
     */
    static void logIn(ShellScript script, Location at) {
        String host = EndpointFormat.bracketed(at.host());
        List<String> ssh = words(at, "true");
        // a banner is no reason, and a connection that stays for later commands would keep the output open
        ssh.addAll(1, List.of("-o", "LogLevel=ERROR", "-o", "ControlMaster=no"));
        script.line("status=0");
        script.line("said=$(" + ShellWords.join(ssh) + " </dev/null 2>&1) || status=$?");
        script.when("[ \"$status\" -eq 255 ]");
        script.line("said=$(printf '%s\\n' \"$said\" | tail -n 1)");
        script.line("case $said in");
        script.line("*denied*|*uthentication*) fail 6 "
                + ShellWords.quote("this script needs an SSH key or an agent for " + host + ": ") + "\"$said\" ;;");
        script.line("*) fail 4 " + ShellWords.quote("cannot log in to " + host + ": ") + "\"$said\" ;;");
        script.line("esac");
        script.end();
    }

    /** Prints what ssh's configuration says of the way to a host and is not said by its name; nothing if there is none. */
    static String configured(Location at) {
        String user = at.user() == null ? "\"$(id -un)\"" : ShellWords.quote(at.user());
        int port = at.port() == 0 ? Protocol.SSH.defaultPort() : at.port();
        return ShellWords.join(words(at, List.of("-G", "-T"), List.of())) + " | awk -v user=" + user + " -v host="
                + ShellWords.quote(at.host().toLowerCase(Locale.ROOT)) + " -v port=" + port
                + " '($1 == \"hostname\" && $2 != host) || ($1 == \"port\" && $2 != port) || ($1 == \"user\" && $2 !="
                + " user) || ($1 ~ /^proxy(jump|command)$/ && $2 != \"none\") { print; exit }'";
    }

    /** Prints the first readable key of those that ssh would offer to a host; nothing if it has none. */
    static String firstKey(Location at) {
        return ShellWords.join(words(at, List.of("-G", "-T"), List.of()))
                + " | sed -n 's/^identityfile //p' | while read -r key; do case $key in '~/'*) key=$HOME/${key#??} ;;"
                + " esac; [ ! -r \"$key\" ] || { printf '%s\\n"
                + "' \"$key\"; break; }; done";
    }

    /** Runs the script that comes on standard input; the login shell sees only the word {@code sh}. */
    static String shell(Location at) {
        return ShellWords.join(words(at, "sh"));
    }

    /** Runs a script with standard input free for data. */
    static String run(Location at, String remoteScript) {
        return ShellWords.join(words(at, ShellWords.join(List.of("sh", "-c", remoteScript))));
    }

    /** A remote script: a file gets the name in {@code whole}; {@code mv} would put it into a directory of that name. */
    static String publish(String part) {
        return "[ ! -d \"$whole\" ] || { echo \"a directory has the name of the file: $whole\" >&2; exit 2; }; "
                + "mv -f -- " + ShellWords.quote(part) + " \"$whole\"";
    }

    private static List<String> words(Location at, String remote) {
        return words(at, List.of("-o", "BatchMode=yes"), List.of(remote));
    }

    private static List<String> words(Location at, List<String> options, List<String> remote) {
        List<String> words = new ArrayList<>(List.of(PROGRAM));
        words.addAll(options);
        if (at.port() != 0) {
            words.addAll(List.of("-p", String.valueOf(at.port())));
        }
        words.addAll(List.of("--", ToolUrls.sshDestination(at)));
        words.addAll(remote);
        return words;
    }

    /** rsync's option that says how it calls ssh, in which quotes keep blanks together; none where it need not. */
    static List<String> ofRsync(ShellScript script, Location at) {
        String identity = script.identity();
        String ssh = PROGRAM
                + (at.port() == 0 ? "" : " -p " + at.port())
                + (identity == null ? "" : " -i '" + identity.replace("'", "''") + "'");
        return ssh.equals(PROGRAM) ? List.of() : List.of("-e", ssh);
    }

    /** {@code cd -} and options are not directories. */
    static String changeable(String directory) {
        return directory.startsWith("/") || directory.startsWith("./") || directory.equals(".")
                ? directory
                : "./" + directory;
    }
}
