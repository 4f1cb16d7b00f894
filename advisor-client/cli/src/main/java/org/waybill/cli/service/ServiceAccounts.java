package org.waybill.cli.service;

import java.nio.file.Files;
import java.nio.file.Path;
import org.waybill.api.account.AccountService;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.engine.Reason;

/** What the commands on accounts share. */
final class ServiceAccounts {
    private ServiceAccounts() {}

    /** Of a service that runs: a command's own would use the home's database, which need not be the service's. */
    static AccountService of(Session session) {
        requireService(session);
        return AdvisorClientFactory.accounts(session.home(), session.advisorClient());
    }

    static void requireService(Session session) {
        if (!session.hasNamedService() && !AdvisorClientFactory.isRunning(session.home())) {
            throw new CommandFailure(
                    Reason.UNREACHABLE,
                    "no service runs with the home " + session.home().root()
                            + ": start 'waybill service', or name one with --service");
        }
    }

    /** Refuses a file that cannot be written before there is a secret that would be lost. */
    static void requireWritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new CommandFailure(
                    Reason.PERMISSION, "cannot write " + file + ": its directory is missing or closed to this user");
        }
    }
}
