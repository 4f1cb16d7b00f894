package org.waybill.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Options that rsync, scp, rclone, Globus, curl, wget and AWS's tool have for copies, and what does the same here. */
final class ForeignOptions {
    private static final Map<String, List<String>> BY_HINT = Map.ofEntries(
            hint(
                    "'sync --compare=checksum' and 'check --compare=checksum' compare contents",
                    "--checksum -c --sync-level"),
            hint(
                    "'sync --compare=size' compares sizes only, 'copy --overwrite=always' copies all again",
                    "--size-only --ignore-times" + " -I --modify-window --exact-timestamps --exact-size"),
            hint("every copy is verified; --verify=none does not", "--verify-checksum --no-verify --ignore-checksum"),
            hint(
                    "a file is written beside the destination and renamed when it is complete",
                    "--inplace --temp-dir" + " --partial-dir --delay-updates"),
            hint(
                    "an interrupted copy resumes when it is run again",
                    "--append --append-verify --continue --continue-at" + " --resume --partial-suffix"),
            hint(
                    "host:path is copied by SSH: -P PORT and -i KEY, or ~/.ssh/config for all else",
                    "-e --rsh --rsync-path" + " --ssh-command -J -F"),
            hint(
                    "files are always sent whole, and Waybill chooses sizes: leave it out",
                    "--whole-file -W --fast-list"
                            + " --no-traverse --buffer-size --s3-chunk-size --s3-upload-cutoff --use-mmap --size-hint"),
            hint(
                    "directories, times and modes are always kept where both endpoints can: leave it out",
                    "--preserve-timestamp" + " --preserve --create-empty-src-dirs --metadata --mkpath -cd"),
            hint(
                    "modes and times are always kept, owners only with -o",
                    "--no-perms --no-owner --no-group --no-times"
                            + " --omit-dir-times --numeric-ids --chown --usermap --groupmap"),
            hint("--backup-dir keeps what is replaced", "--backup -b --suffix --link-dest --compare-dest --copy-dest"),
            hint("--files-from copies paths below SRC with their directories", "--relative -R --input-file"),
            hint(
                    "--report writes all numbers, -v says more, and -n lists what would be copied",
                    "--stats --info"
                            + " --itemize-changes --out-format --log-file --log-level --human-readable --list-only"),
            hint("--quiet shows only errors", "--only-show-errors --no-progress --silent --no-verbose"),
            hint(
                    "--links=follow copies what links lead to; web servers' redirections are always followed",
                    "--copy-links -L --follow-symlinks --location --copy-unsafe-links --copy-dirlinks"),
            hint("--links=skip leaves links out", "--no-links --safe-links --skip-links"),
            hint("--delete-source deletes what was copied and verified", "--remove-source-files --delete-after-copy"),
            hint(
                    "Waybill retries by itself until --deadline",
                    "--timeout --contimeout --retries --low-level-retries --retry"
                            + " --tries --retry-delay --connect-timeout --max-time --max-duration --stall-timeout"),
            hint("-P names the port of SSH; other ports are in the URL", "--port"),
            hint(
                    "--streams sets the number of connections",
                    "--transfers --checkers --multi-thread-streams --parallel --cc" + " --concurrency --threads"),
            hint("--ignore-existing keeps files that are there", "--immutable --no-clobber --skip-existing"),
            hint(
                    "'waybill trust URL' accepts one server's certificate",
                    "--no-check-certificate --insecure -k" + " --no-verify-ssl"),
            hint(
                    "append the authority's certificate to trusted.pem in WAYBILL_HOME",
                    "--cacert --ca-cert --ca-certificate" + " --capath --ca-bundle"),
            hint(
                    "'waybill account add certificate:https://HOST --from FILE' stores a client certificate",
                    "--cert --key" + " --certificate --private-key --client-cert"),
            hint(
                    "write the user in the URL, and store the password with 'waybill account add'",
                    "--user --password"
                            + " --password-file --http-user --http-password --ftp-user --ftp-password --username"),
            hint(
                    "a bearer token is read from the file that BEARER_TOKEN_FILE names",
                    "--header --oauth2-bearer --token" + " --bearer-token"),
            hint("--max-total limits what is copied", "--max-transfer"),
            hint(
                    "-a, -r, -p, -t and -l are accepted; owners and groups are kept with -o, devices never",
                    "-g -D -gD -go -goD -gDo -goDv -goDz -goDvz --group --devices --specials"),
            hint(
                    "data are sent uncompressed, an interrupted copy resumes when it is run again,"
                            + " and --exclude leaves files out",
                    "-C --cvs-exclude"),
            hint("Waybill mounts nothing: leave it out", "--vfs-cache-mode --vfs-cache-max-size --vfs-cache-max-age"),
            hint(
                    "the variable RCLONE_CONFIG names the file of rclone's remotes, and Waybill's own settings are"
                            + " in the file config of WAYBILL_HOME",
                    "--config"),
            hint(
                    "the URL's scheme says whether data are encrypted: sftp, davs, https, ftps; --transport gsiftps"
                            + " for GridFTP",
                    "--encrypt-data --encrypt"),
            hint("--rate limits the send rate", "--limit-rate --bandwidth --max-bandwidth"),
            hint(
                    "the last argument is the destination",
                    "--output --output-document --remote-name --upload-file" + " --directory-prefix -T -O"),
            hint("proxies are those of https_proxy, http_proxy and all_proxy", "--proxy --socks5"),
            hint(
                    "'waybill sync --delete' deletes what only the destination has",
                    "--mirror --delete-destination-extra"),
            hint("the variable AWS_ENDPOINT_URL names the server", "--endpoint-url --s3-endpoint --endpoint"),
            hint("the variable AWS_PROFILE names the profile, AWS_REGION the region", "--profile --region"),
            hint(
                    "without keys in AWS's files and environment buckets are asked without a signature",
                    "--no-sign-request"),
            hint("the variable AWS_REQUEST_PAYER says that you pay: requester", "--request-payer"),
            hint(
                    "the bucket's settings say how its objects are stored",
                    "--acl --storage-class --sse --sse-kms-key-id" + " --content-type"),
            hint("--background --id names a task", "--label --submission-id"),
            hint(
                    "Waybill does not do this: docs/coming-from.md lists what there is",
                    "--chmod --one-file-system -x --fuzzy"
                            + " --existing --track-renames --compress-level --ignore-errors --tpslimit"));

    private static final Map<String, String> HINTS = new HashMap<>();

    /** When rsync deletes: copy has these to refuse them, in words of its own. */
    private static final Set<String> WHEN_TO_DELETE =
            Set.of("--delete-before", "--delete-during", "--delete-after", "--delete-delay", "--del");

    static {
        BY_HINT.forEach((hint, options) -> options.forEach(option -> HINTS.put(option, hint)));
    }

    private ForeignOptions() {}

    private static Map.Entry<String, List<String>> hint(String text, String options) {
        return Map.entry(text, List.of(options.split(" ")));
    }

    /** What to do in place of an option that a command which copies or compares does not have. */
    static Optional<String> hint(CommandSpec command, String option) {
        if (command.findOption("--exclude") == null) {
            return Optional.empty();
        }
        return WHEN_TO_DELETE.contains(option)
                ? Optional.of("'sync --delete' deletes last, after all is copied and verified")
                : Optional.ofNullable(HINTS.get(option));
    }

    /** All hints, each with the options of others that it is for. */
    static Map<String, List<String>> all() {
        return BY_HINT;
    }
}
