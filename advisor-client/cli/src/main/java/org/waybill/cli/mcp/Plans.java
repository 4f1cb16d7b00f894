package org.waybill.cli.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.waybill.cli.command.Json;
import org.waybill.client.WaybillHome;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;
import tools.jackson.core.JacksonException;

/**
 * The plans of a home, three files each: {@code ID.plan} is never changed, {@code ID.approval} is there once it is
 * approved, {@code ID.used} from just before its task is made.
 */
record Plans(Path directory) {
    /** As long as tasks that are over are kept. */
    private static final Duration KEPT = Duration.ofDays(30);

    private static final int ID_BYTES = 8;

    /** A plan, and what its approval must name. */
    record Sealed(Plan plan, String seal) {}

    /**
     * That a plan was used.
     *
     * @param at when
     * @param task that was made of it, or is about to be
     */
    record Use(Instant at, String task) {}

    static Plans of(WaybillHome home) {
        return new Plans(home.assistants().resolve("plans"));
    }

    static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private Path file(String id, String kind) {
        return directory.resolve(id + "." + kind);
    }

    /** Keeps a new plan. Those that ended long ago go. */
    void add(Plan plan) throws IOException {
        Json.writeFile(file(plan.id(), "plan"), plan);
        for (Sealed old : all()) {
            if (old.plan().expiresAt().plus(KEPT).isBefore(plan.madeAt())) {
                for (String kind : List.of("used", "approval", "plan")) {
                    Files.deleteIfExists(file(old.plan().id(), kind));
                }
            }
        }
    }

    /** @throws TransferException if there is none of this id, or it cannot be read */
    Sealed find(String id) throws TransferException {
        try {
            if (Plan.isId(id)) {
                return read(id);
            }
        } catch (NoSuchFileException _) {
            // reported below
        } catch (IOException e) {
            throw new TransferException(Reason.PERMISSION, "cannot read plan " + id + ": " + e.getMessage(), e);
        }
        throw new TransferException(Reason.NOT_FOUND, "no plan '" + id + "'; 'waybill mcp plans' lists all plans");
    }

    private Sealed read(String id) throws IOException {
        byte[] bytes = Files.readAllBytes(file(id, "plan"));
        Plan plan = parsed(new String(bytes, StandardCharsets.UTF_8), Plan.class, id);
        if (!plan.id().equals(id)) {
            throw new IOException("it is plan " + plan.id());
        }
        return new Sealed(plan, sha256(bytes));
    }

    private static <T> T parsed(String text, Class<T> type, String id) throws IOException {
        try {
            return Json.read(text, type);
        } catch (JacksonException e) {
            throw new IOException("a file of plan " + id + " is damaged", e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All that can be read, in the order in which they were made. */
    List<Sealed> all() throws IOException {
        List<Sealed> all = new ArrayList<>();
        for (Path file : PrivateFiles.list(directory, "*.plan")) {
            String id = file.getFileName().toString().replace(".plan", "");
            try {
                if (Plan.isId(id)) {
                    all.add(read(id));
                }
            } catch (IOException _) {
                // gone since, or damaged: who names it hears of it
            }
        }
        all.sort(Comparator.comparing(one -> one.plan().madeAt()));
        return all;
    }

    void approve(Approval approval) throws IOException {
        Json.writeFile(file(approval.plan(), "approval"), approval);
    }

    /** The approval of a plan; empty if there is none, or it is for another one. */
    Optional<Approval> approval(Sealed sealed) throws IOException {
        return read(sealed.plan().id(), "approval", Approval.class).filter(one -> one.isOf(sealed));
    }

    void use(Plan plan, Instant now) throws IOException {
        Json.writeFile(file(plan.id(), "used"), new Use(now, plan.task()));
    }

    Optional<Use> used(String id) throws IOException {
        return read(id, "used", Use.class);
    }

    private <T> Optional<T> read(String id, String kind, Class<T> type) throws IOException {
        try {
            return Optional.of(parsed(Files.readString(file(id, kind)), type, id));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** What was submitted since a time. */
    List<Plan> usedSince(Instant since) throws IOException {
        List<Plan> all = new ArrayList<>();
        for (Sealed one : all()) {
            if (used(one.plan().id()).filter(use -> use.at().isAfter(since)).isPresent()) {
                all.add(one.plan());
            }
        }
        return all;
    }

    /** Keeps every other approval and use of this home away meanwhile, also those of other processes. */
    <T, X extends Exception> T holding(PrivateFiles.Change<T, X> change) throws IOException, X {
        return PrivateFiles.holding(directory.resolve("lock"), change);
    }
}
