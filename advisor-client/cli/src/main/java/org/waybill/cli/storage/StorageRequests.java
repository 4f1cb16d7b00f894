package org.waybill.cli.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageRequest;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.execution.RetryClock;
import org.waybill.client.execution.StorageTransferService;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/** Requests to storage systems: waited for, and remembered in the home until they are ended. */
final class StorageRequests {
    private StorageRequests() {}

    /** Asks, waits as long as it takes, and prints the transfer URL. */
    static int prepare(Session session, StorageAsk ask) throws TransferException, InterruptedException {
        StorageRequest ready = StorageTransferService.ready(
                session.advisor(),
                ask,
                null,
                RetryClock.SYSTEM,
                request -> session.note("waiting for the file (request " + request.token() + ")"));
        remember(session, ask.surl(), ask.write(), ready.token());
        return session.answer(ready, out -> out.println(PrintableText.of(ready.transferUrl())));
    }

    /** Ends a request; without a token, the one that was made last for this path and direction. */
    static int finish(Session session, String surl, @Nullable String token, boolean write, boolean good) {
        String known = token == null ? remembered(session, surl, write) : token;
        session.advisor().finishStorage(surl, known, write, good);
        forget(session, surl, write);
        return session.answer(new Ended(surl, known, good), out -> {});
    }

    /** The document of a request's end. */
    record Ended(String surl, String token, boolean good) {}

    private static Path file(Session session, String surl, boolean write) {
        String name = UUID.nameUUIDFromBytes(((write ? "put " : "get ") + surl).getBytes(StandardCharsets.UTF_8))
                .toString();
        return session.home().root().resolve("storage").resolve(name);
    }

    private static void remember(Session session, String surl, boolean write, String token) {
        try {
            PrivateFiles.replace(file(session, surl, write), token);
        } catch (IOException e) {
            session.note("cannot save the request: finish it with --token " + token);
        }
    }

    private static String remembered(Session session, String surl, boolean write) {
        try {
            return Files.readString(file(session, surl, write)).strip();
        } catch (IOException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "no saved request for this path: give --token T", e);
        }
    }

    private static void forget(Session session, String surl, boolean write) {
        try {
            Files.deleteIfExists(file(session, surl, write));
        } catch (IOException e) {
            session.note("cannot remove the saved request: " + e.getMessage());
        }
    }
}
