package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.net.MalformedServerReplyException;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocol;

/** Files behind FTP: one control connection, made anew after what may have left it in the middle of a reply. */
public final class FtpStore implements Store {
    /** How long a server may hash or finish writing before it answers. */
    private static final int SLOW_ANSWER_MILLIS = 600_000;

    private static final int USUAL_ANSWER_MILLIS = 60_000;
    private static final Pattern HEX = Pattern.compile("(?i)\\b[0-9a-f]{64}\\b");

    private final FtpAccount account;
    private FTPClient client;
    private FtpFeatures server;
    private volatile boolean broken;
    private boolean timesRefused;

    private FtpStore(FtpAccount account) throws TransferException {
        this.account = account;
        this.client = account.connect();
        this.server = askFeatures();
    }

    /**
     * Opens stores for the schemes {@code ftp} and {@code ftps}.
     *
     * @param alwaysEncrypted whether {@code ftp:} too must be encrypted
     */
    public static StoreProvider provider(Credentials credentials, boolean alwaysEncrypted) {
        return new StoreProvider(Set.of(Protocol.FTP.scheme(), Protocol.FTPS.scheme()), (location, events, _) -> {
            boolean encrypted = alwaysEncrypted || location.is(Protocol.FTPS);
            FtpAccount account = FtpAccount.of(location, credentials, encrypted);
            if (!encrypted) {
                events.tell(
                        "NOT_ENCRYPTED",
                        "the connection to " + account.label() + " is not encrypted: data"
                                + (account.isAnonymous() ? "" : " and password") + " can be read on the way");
            }
            return new FtpStore(account);
        });
    }

    private FtpFeatures askFeatures() throws TransferException {
        try {
            return FtpFeatures.of(client);
        } catch (IOException e) {
            throw failure(e, "/");
        }
    }

    @Override
    public String label() {
        return account.label();
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(Feature.RENAME, Feature.DIRECTORIES, Feature.READ_BACK);
        if (server.restarts()) {
            features.add(Feature.READ_FROM);
            features.add(Feature.WRITE_FROM);
        }
        if (server.tellsTimes()) {
            features.add(Feature.TIMES);
        }
        if (account.isEncrypted()) {
            features.add(Feature.PROTECTED);
        }
        return features;
    }

    /** Something to ask of a connected client. */
    @FunctionalInterface
    private interface Command<T> {
        T run(FTPClient client) throws IOException, TransferException;
    }

    /** Something to do with a connected client. */
    @FunctionalInterface
    private interface Action {
        void run(FTPClient client) throws IOException, TransferException;
    }

    private <T> T ask(String path, Command<T> command) throws TransferException {
        return ask(path, path, command);
    }

    /** For what makes something new at {@code path}: a refusal is judged by the directory it would be in. */
    private <T> T askToWrite(String path, Command<T> command) throws TransferException {
        return ask(path, StorePath.parent(path), command);
    }

    private <T> T ask(String path, String judgedBy, Command<T> command) throws TransferException {
        try {
            return understood(command);
        } catch (IOException e) {
            broken = broken || FtpFailures.reply(e) == null;
            throw FtpFailures.ofOperation(e, label(), path, isThere(e, judgedBy));
        }
    }

    private void run(String path, String judgedBy, Action action) throws TransferException {
        ask(path, judgedBy, c -> {
            action.run(c);
            return true;
        });
    }

    /** Commons Net takes some answers for numbers, times and lines without looking whether they are. */
    private <T> T understood(Command<T> command) throws IOException, TransferException {
        try {
            return command.run(connected());
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            broken = true;
            throw new MalformedServerReplyException(String.valueOf(e.getMessage()));
        } catch (TransferException e) {
            // in the middle of a listing
            broken = true;
            throw e;
        }
    }

    private FTPClient connected() throws TransferException {
        if (broken) {
            hangUp();
            client = account.connect();
            broken = false;
        }
        return client;
    }

    @Override
    public String resolve(String path) throws TransferException {
        checkName(path);
        if (path.startsWith("/")) {
            return StorePath.withoutTrailingSlash(path);
        }
        String home = ask(path, c -> Objects.requireNonNullElse(c.printWorkingDirectory(), "/"));
        return StorePath.withoutTrailingSlash(StorePath.join(home, path));
    }

    @Override
    public void checkName(String path) throws TransferException {
        StorePath.requireOneLine(path, "FTP");
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        return ask(path, c -> new FtpListing(c, server).stat(path));
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        return ask(directory, c -> new FtpListing(c, server).list(directory));
    }

    @Override
    public String realPath(String path) throws TransferException {
        return ask(path, c -> new FtpListing(c, server).realPath(path));
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        return ask(path, c -> {
            c.setRestartOffset(offset);
            InputStream data = c.retrieveFileStream(path);
            FtpReplyException.require(c, data != null);
            return new FtpDownload(data, c, () -> broken = true);
        });
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        OutputStream out = askToWrite(path, c -> {
            c.setRestartOffset(offset);
            OutputStream opened = c.storeFileStream(path);
            FtpReplyException.require(c, opened != null);
            return opened;
        });
        boolean sent = false;
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                send(out, block, n);
            }
            out.close();
            sent = true;
        } finally {
            if (!sent) {
                broken = true;
                hangUp();
                // an open data connection would keep the server waiting, and its lock on the file
                closeQuietly(out);
            }
        }
        run(path, StorePath.parent(path), c -> {
            c.setSoTimeout(SLOW_ANSWER_MILLIS);
            FtpReplyException.require(c, c.completePendingCommand());
            c.setSoTimeout(USUAL_ANSWER_MILLIS);
        });
    }

    private static void closeQuietly(OutputStream out) {
        try {
            out.close();
        } catch (IOException _) {
            // it is broken already
        }
    }

    /** When the server closes the data connection it has usually said why on the control connection. */
    private void send(OutputStream out, byte[] block, int bytes) throws IOException {
        try {
            out.write(block, 0, bytes);
        } catch (IOException e) {
            if (FTPReply.isNegativeTransient(replyTo(client)) || FTPReply.isNegativePermanent(client.getReplyCode())) {
                throw FtpReplyException.last(client);
            }
            throw e;
        }
    }

    private static int replyTo(FTPClient client) {
        try {
            client.setSoTimeout(2_000);
            return client.getReply();
        } catch (IOException _) {
            return 0;
        }
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        run(to, StorePath.parent(to), c -> {
            if (!c.rename(from, to)) {
                FtpReplyException refused = FtpReplyException.last(c);
                String aside = PartialName.aside(from);
                // some servers do not rename onto a file: then the old one steps aside until it is done
                if (!c.rename(to, aside)) {
                    throw refused;
                }
                if (!c.rename(from, to)) {
                    c.rename(aside, to);
                    throw refused;
                }
                c.deleteFile(aside);
            }
        });
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        if (path.equals("/")) {
            return;
        }
        boolean there = ask(path, c -> c.changeWorkingDirectory(path));
        if (!there) {
            createDirectories(StorePath.parent(path));
            // another connection may have been quicker
            run(
                    path,
                    StorePath.parent(path),
                    c -> FtpReplyException.require(c, c.makeDirectory(path) || c.changeWorkingDirectory(path)));
        }
    }

    @Override
    public void delete(String path) throws TransferException {
        boolean deleted = ask(path, c -> c.deleteFile(path));
        if (!deleted && stat(path).isPresent()) {
            run(path, path, c -> FtpReplyException.require(c, c.deleteFile(path)));
        }
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        boolean removed = ask(path, c -> c.removeDirectory(path));
        if (!removed && !list(path).isEmpty()) {
            throw RenameErrors.notEmpty(path);
        }
        if (!removed) {
            run(path, path, c -> FtpReplyException.require(c, c.removeDirectory(path)));
        }
    }

    @Override
    public void setAttributes(String path, Entry like) throws TransferException {
        Instant modified = like.modified();
        if (modified != null && !timesRefused) {
            String time = FtpTime.of(modified);
            // MDTM with a time is older servers' (vsftpd's) way of setting it
            timesRefused = !ask(
                    path,
                    c -> FTPReply.isPositiveCompletion(
                            server.setsTimes() ? c.mfmt(path, time) : c.sendCommand("MDTM", time + " " + path)));
        }
    }

    @Override
    public Optional<String> sha256(String path, long length) throws TransferException {
        if (length >= 0 || !server.hashes()) {
            return Optional.empty();
        }
        return ask(path, c -> {
            c.setSoTimeout(SLOW_ANSWER_MILLIS);
            int reply = server.hashesByXsha256()
                    ? c.sendCommand("XSHA256", path)
                    : FTPReply.isPositiveCompletion(c.sendCommand("OPTS", "HASH SHA-256"))
                            ? c.sendCommand("HASH", path)
                            : 0;
            c.setSoTimeout(USUAL_ANSWER_MILLIS);
            Matcher hex = HEX.matcher(reply == 0 ? "" : c.getReplyString());
            return FTPReply.isPositiveCompletion(reply) && hex.find()
                    ? Optional.of(hex.group().toLowerCase(Locale.ROOT))
                    : Optional.<String>empty();
        });
    }

    @Override
    public boolean copyDirectly(Store source, String from, String to) throws TransferException, InterruptedException {
        if (!(source instanceof FtpStore ftp) || !ServerToServer.canBe(ftp.account, account)) {
            return false;
        }
        boolean done = false;
        try {
            boolean copied =
                    ask(to, target -> ftp.ask(from, sender -> new ServerToServer(sender, target).copy(from, to)));
            done = true;
            return copied;
        } finally {
            if (!done) {
                broken = true;
                ftp.broken = true;
            }
        }
    }

    @Override
    public Store another() throws TransferException {
        return new FtpStore(account);
    }

    @Override
    public boolean isServersTrouble(TransferException failure) {
        @Nullable FtpReplyException reply = FtpFailures.reply(failure);
        return reply != null && FtpReasons.isServersTrouble(reply.code());
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return FtpFailures.ofOperation(cause, label(), path, isThere(cause, path));
    }

    private boolean isThere(Exception cause, String path) {
        @Nullable FtpReplyException reply = FtpFailures.reply(cause);
        boolean ofAFile = reply != null
                && (reply.code() == FTPReply.FILE_UNAVAILABLE || reply.code() == FTPReply.FILE_NAME_NOT_ALLOWED);
        if (!ofAFile || broken) {
            return false;
        }
        try {
            return new FtpListing(client, server).stat(path).isPresent();
        } catch (IOException _) {
            broken = true;
            return false;
        }
    }

    private void hangUp() {
        try {
            client.disconnect();
        } catch (IOException _) {
            // it is gone already
        }
    }

    @Override
    public void close() {
        broken = true;
        hangUp();
    }
}
