package org.waybill.cli.move;

import java.util.EnumSet;
import java.util.Set;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What else of the files is kept, as options of {@code copy} and {@code sync}. */
@Command
final class ExtraOptions {
    @Option(
            names = {"-S", "--sparse"},
            description =
                    "Write runs of zeros as holes (sparse files): on this machine, at nodes and at OpenSSH servers. "
                            + "Other destinations store the zeros.")
    private boolean sparse;

    @Option(
            names = {"-H", "--hard-links"},
            description =
                    "Keep hard links, also between several SRC: on this machine, to and from nodes, and to servers by"
                            + " SSH. Elsewhere each name becomes a file of its own.")
    private boolean hardLinks;

    @Option(
            names = {"-o", "--owner"},
            description =
                    "Keep owners and groups: on this machine and at nodes that run as root (between two machines by "
                            + "name, else by number), and by SFTP. Other servers do not keep them.")
    private boolean owner;

    @Option(
            names = {"-X", "--xattrs"},
            description = "Keep extended attributes of users (user.*), on this machine and at nodes.")
    private boolean xattrs;

    @Option(
            names = {"-A", "--acls"},
            description = "Keep access control lists (POSIX), on this machine and at nodes.")
    private boolean acls;

    /** Those rules, and what was asked for here. */
    CopyRules with(CopyRules rules) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        if (sparse) {
            extras.add(Extra.HOLES);
        }
        if (hardLinks) {
            extras.add(Extra.HARD_LINKS);
        }
        if (owner) {
            extras.add(Extra.OWNERS);
        }
        if (xattrs) {
            extras.add(Extra.XATTRS);
        }
        if (acls) {
            extras.add(Extra.ACLS);
        }
        return rules.with(extras);
    }
}
