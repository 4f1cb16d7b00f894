package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.DateTimeException;
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
import org.waybill.engine.Quietly;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocol;

/** Files behind FTP: one control connection, opened again after what may have left it in the middle of a reply. */
public final class FtpStore extends CommandStore {
    /** How long a server may hash or finish writing before it answers. */
    private static final int SLOW_ANSWER_MILLIS = 600_000;

    private static final int USUAL_ANSWER_MILLIS = 60_000;
    private static final Pattern HEX = Pattern.compile("(?i)\\b[0-9a-f]{64}\\b");

    private final FtpAccount account;
    private final StoreProvider.Events events;
    private FTPClient client;
    private FtpFeatures server;

    private FtpStore(FtpAccount account, StoreProvider.Events events) throws TransferException {
        this.account = account;
        this.events = events;
        this.client = account.connect();
        this.server = ask("/", () -> FtpFeatures.of(client));
        ask("/", () -> {
            account.chooseUtf8(client, server);
            return server;
        });
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
            return new FtpStore(account, events);
        });
    }

    @Override
    public String label() {
        return account.label();
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(Feature.RENAME, Feature.DIRECTORIES, Feature.READ_BACK);
        if (server.has("REST")) {
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

    /** Commons Net takes some answers for numbers, times and lines without looking whether they are. */
    @Override
    protected <T> T run(Command<T> command) throws IOException, TransferException, InterruptedException {
        leaveHome();
        try {
            return command.run();
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            markBroken();
            throw new MalformedServerReplyException(String.valueOf(e.getMessage()));
        } catch (TransferException e) {
            // in the middle of a listing
            markBroken();
            throw e;
        }
    }

    @Override
    protected void reconnect() throws TransferException {
        client = account.connect();
    }

    @Override
    protected void tell(String code, String text) {
        events.tell(code, text);
    }

    @Override
    protected Optional<Entry> find(String path) throws IOException {
        return new FtpListing(client, server).stat(path);
    }

    @Override
    protected Optional<FtpError> refusal(String command, String path) throws IOException {
        boolean accepted = FTPReply.isPositiveCompletion(client.sendCommand(command, path));
        return accepted ? Optional.empty() : Optional.of(FtpFailures.last(client));
    }

    /** MDTM with a time is older servers' (vsftpd's) command to set it. */
    @Override
    protected String timeCommand() {
        return server.has("MFMT") ? "MFMT" : "MDTM";
    }

    @Override
    protected boolean isOfAFile(int code) {
        return code == FTPReply.FILE_UNAVAILABLE || code == FTPReply.FILE_NAME_NOT_ALLOWED;
    }

    @Override
    protected TransferException meaning(Exception cause, String path, boolean exists) {
        return FtpFailures.ofOperation(cause, label(), path, exists);
    }

    @Override
    public String resolve(String path) throws TransferException {
        checkName(path);
        if (path.startsWith("/")) {
            return StorePath.withoutTrailingSlash(path);
        }
        return StorePath.withoutTrailingSlash(StorePath.join(home(path), path));
    }

    @Override
    protected String workingDirectory() throws IOException {
        return Objects.requireNonNullElse(client.printWorkingDirectory(), "/");
    }

    @Override
    public void checkName(String path) throws TransferException {
        StorePath.requireOneLine(path, "FTP");
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        return ask(path, () -> find(path));
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        return ask(directory, () -> new FtpListing(client, server).list(directory));
    }

    @Override
    public String realPath(String path) throws TransferException {
        return ask(path, () -> new FtpListing(client, server).realPath(path));
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        return ask(path, () -> {
            client.setRestartOffset(offset);
            InputStream data = client.retrieveFileStream(path);
            FtpFailures.require(client, data != null);
            return new FtpDownload(data, client, this::markBroken);
        });
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        OutputStream out = askToWrite(path, () -> {
            client.setRestartOffset(offset);
            OutputStream opened = client.storeFileStream(path);
            FtpFailures.require(client, opened != null);
            return opened;
        });
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                send(out, block, n);
            }
            out.close();
        } catch (Throwable e) {
            markBroken();
            hangUp();
            // an open data connection would keep the server waiting, and its lock on the file
            Quietly.close(out);
            throw e;
        }
        askToWrite(path, () -> {
            client.setSoTimeout(SLOW_ANSWER_MILLIS);
            FtpFailures.require(client, client.completePendingCommand());
            client.setSoTimeout(USUAL_ANSWER_MILLIS);
            return path;
        });
    }

    /** When the server closes the data connection it has usually said why on the control connection. */
    private void send(OutputStream out, byte[] block, int bytes) throws IOException {
        try {
            out.write(block, 0, bytes);
        } catch (IOException e) {
            if (FTPReply.isNegativeTransient(replyTo(client)) || FTPReply.isNegativePermanent(client.getReplyCode())) {
                throw FtpFailures.last(client);
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
        askToWrite(to, () -> {
            if (!client.rename(from, to)) {
                FtpError refused = FtpFailures.last(client);
                String aside = PartialName.aside(from);
                // some servers do not rename onto a file: then the old one steps aside until it is done
                if (!client.rename(to, aside)) {
                    throw refused;
                }
                if (!client.rename(from, to)) {
                    client.rename(aside, to);
                    throw refused;
                }
                client.deleteFile(aside);
            }
            return to;
        });
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        if (!path.equals("/") && !ask(path, () -> client.changeWorkingDirectory(path))) {
            createDirectories(StorePath.parent(path));
            askToWrite(path, () -> {
                // another connection may have been quicker
                FtpFailures.require(client, client.makeDirectory(path) || client.changeWorkingDirectory(path));
                return path;
            });
        }
    }

    @Override
    public Optional<String> sha256(String path, long length) throws TransferException {
        if (length >= 0 || !server.hashes()) {
            return Optional.empty();
        }
        return ask(path, () -> {
            client.setSoTimeout(SLOW_ANSWER_MILLIS);
            int reply = server.has("XSHA256")
                    ? client.sendCommand("XSHA256", path)
                    : FTPReply.isPositiveCompletion(client.sendCommand("OPTS", "HASH SHA-256"))
                            ? client.sendCommand("HASH", path)
                            : 0;
            client.setSoTimeout(USUAL_ANSWER_MILLIS);
            Matcher hex = HEX.matcher(reply == 0 ? "" : client.getReplyString());
            return FTPReply.isPositiveCompletion(reply) && hex.find()
                    ? Optional.of(hex.group().toLowerCase(Locale.ROOT))
                    : Optional.<String>empty();
        });
    }

    @Override
    public boolean copyDirectly(Store source, String from, String to) throws TransferException, InterruptedException {
        if (!(source instanceof FtpStore ftp)
                || !ServerToServer.canBe(ftp.account, account)
                || account.ways().isClosedTo(ftp.account)) {
            return false;
        }
        Optional<String> whyNot;
        try {
            whyNot = ask(to, () -> ftp.ask(from, () -> new ServerToServer(ftp.client, client).copy(from, to)));
        } catch (Throwable e) {
            markBroken();
            ftp.markBroken();
            throw e;
        }
        if (whyNot.isPresent()) {
            markBroken();
            ftp.markBroken();
            account.ways().close(ftp.account, events, ftp.label(), label(), whyNot.get());
        }
        return whyNot.isEmpty();
    }

    @Override
    public Store another() throws TransferException {
        return new FtpStore(account, events);
    }

    @Override
    protected void hangUp() {
        try {
            client.disconnect();
        } catch (IOException _) {
            // it is gone already
        }
    }
}
