package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * What the stores of FTP's family have in common: one control connection, opened again after what may have left it in
 * the middle of a reply.
 */
public abstract class CommandStore implements Store, Metadata {
    private volatile boolean broken;
    private boolean timesRefused;
    private boolean directoryTimesRefused;
    private @Nullable String home;
    /** Whether this connection may be in another directory than after its log-in. */
    private boolean elsewhere;

    /** Something to ask of the connected server. */
    @FunctionalInterface
    protected interface Command<T> {
        T run() throws IOException, TransferException, InterruptedException;
    }

    /** Connects again. */
    protected abstract void reconnect() throws TransferException;

    protected abstract void hangUp();

    /** An event of the transfer. */
    protected abstract void tell(String code, String text);

    /** The directory that the server says this connection is in. */
    protected abstract String workingDirectory() throws IOException;

    /** What is at a path, asked on the connection as it is. */
    protected abstract Optional<Entry> find(String path) throws IOException;

    /** Sends a command about a path; the refusal, if it is refused. */
    protected abstract Optional<FtpError> refusal(String command, String path) throws IOException;

    /** What sets a file's time, before the time and the path. */
    protected abstract String timeCommand();

    /** Whether a refusal with this code may mean a file that is there. */
    protected abstract boolean isOfAFile(int code);

    /** @param exists whether what was named, or the directory to write it in, is there */
    protected abstract TransferException meaning(Exception cause, String path, boolean exists);

    protected <T> T run(Command<T> command) throws IOException, TransferException, InterruptedException {
        return command.run();
    }

    protected final <T> T ask(String path, Command<T> command) throws TransferException {
        return ask(path, path, command);
    }

    /**
     * The same for what makes something new at {@code path}: a refusal is explained by the directory it would be in.
     */
    protected final <T> T askToWrite(String path, Command<T> command) throws TransferException {
        return ask(path, StorePath.parent(path), command);
    }

    private <T> T ask(String path, String judgedBy, Command<T> command) throws TransferException {
        try {
            if (broken) {
                hangUp();
                reconnect();
                broken = false;
                elsewhere = false;
            }
            return run(command);
        } catch (IOException e) {
            broken = broken || refusal(e) == null;
            throw meaning(e, path, isThere(e, judgedBy));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            broken = true;
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        }
    }

    /** What follows may put the connection into another directory. */
    protected final void leaveHome() {
        elsewhere = true;
    }

    /** The login directory: a connection that may have left it is opened again to be there again. */
    protected final String home(String path) throws TransferException {
        String known = home;
        if (known == null) {
            broken = broken || elsewhere;
            known = ask(path, this::workingDirectory);
            home = known;
        }
        return known;
    }

    /** The server's refusal below an exception, if that is what it was. */
    protected static @Nullable FtpError refusal(Throwable thrown) {
        return Causes.find(FtpError.class, thrown);
    }

    /** The connection may be in the middle of a reply: the next question makes another one. */
    protected final void markBroken() {
        broken = true;
    }

    @Override
    public final void delete(String path) throws TransferException, InterruptedException {
        Optional<FtpError> refused = ask(path, () -> refusal("DELE", path));
        if (refused.isPresent() && stat(path).isPresent()) {
            throw failure(refused.get(), path);
        }
    }

    @Override
    public final void removeDirectory(String path) throws TransferException, InterruptedException {
        Optional<FtpError> refused = ask(path, () -> refusal("RMD", path));
        if (refused.isPresent()) {
            // a broken link is in no listing of a Globus server
            boolean full = String.valueOf(refused.get().getMessage()).contains("not empty");
            throw full || !list(path).isEmpty() ? RenameErrors.notEmpty(path) : failure(refused.get(), path);
        }
    }

    @Override
    public final Metadata metadata() {
        return this;
    }

    @Override
    public final void setAttributes(String path, Entry like) throws TransferException {
        Instant modified = like.modified();
        if (modified != null && !timesRefused && !(like.isDirectory() && directoryTimesRefused)) {
            String command = timeCommand() + " " + FtpTime.of(modified);
            Optional<FtpError> refused = ask(path, () -> refusal(command, path));
            if (refused.isPresent() && like.isDirectory()) {
                directoryTimesRefused = true; // by servers that set those of files
            } else if (refused.isPresent()) {
                timesRefused = true;
                tell(
                        "TIME_NOT_KEPT",
                        Metadata.timesNotKept(label(), refused.get().getMessage()));
            }
        }
    }

    @Override
    public final boolean isServersTrouble(TransferException failure) {
        FtpError refused = refusal(failure);
        return refused != null && FtpReasons.isServersTrouble(refused.code());
    }

    @Override
    public final TransferException failure(Exception cause, String path) {
        return meaning(cause, path, isThere(cause, path));
    }

    private boolean isThere(Exception cause, String path) {
        FtpError refused = refusal(cause);
        if (refused == null || !isOfAFile(refused.code()) || broken) {
            return false;
        }
        try {
            return find(path).isPresent();
        } catch (IOException _) {
            broken = true;
            return false;
        }
    }

    @Override
    public final void close() {
        broken = true;
        hangUp();
    }
}
