package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.ftp.CommandStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocol;

/**
 * Files behind GridFTP. Large ones go over several connections in extended block mode, where the server has it and can
 * reach this machine; small ones as streams. One control connection, opened again after what may have left it in the
 * middle of a reply.
 */
public final class GridFtpStore extends CommandStore {
    /** Connections for one large file by default. */
    private static final int USUAL_STREAMS = 4;
    /** From this size on several connections are worth their handshakes. */
    private static final long PARALLEL_FROM_BYTES = 4L << 20;

    private static final Pattern SHA256 = Pattern.compile("(?i)\\b[0-9a-f]{64}\\b");
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"]|\"\")*)\"");

    private final GridAccount account;
    private final StoreProvider.Events events;
    private final String extensions;
    private ServerConnection server;
    private ServerFiles files;
    private volatile int connections = 1;

    private GridFtpStore(GridAccount account, StoreProvider.Events events) throws TransferException {
        this.account = account;
        this.events = events;
        this.server = account.connect();
        this.files = new ServerFiles(server, account.host(), GridAccount.PATIENCE);
        this.extensions =
                ask("/", () -> String.join("\n", server.call("FEAT").lines()).toUpperCase(Locale.ROOT));
    }

    /**
     * Opens stores for the scheme {@code gsiftp}.
     *
     * @param privacy whether data must be encrypted (PROT P); without it they are authenticated only
     */
    public static StoreProvider provider(Credentials credentials, boolean privacy) {
        return new StoreProvider(Set.of(Protocol.GSIFTP.scheme()), (location, events, streams) -> {
            GridAccount account =
                    GridAccount.of(location, credentials, streams == 0 ? USUAL_STREAMS : streams, privacy);
            if (!account.isPrivate()) {
                events.tell(
                        "NOT_ENCRYPTED",
                        account.label()
                                + (account.isAnonymous()
                                        ? " is used without a grid proxy: anonymous and unencrypted"
                                        : ": the data connection is not encrypted: data can be read on the way"));
            }
            return new GridFtpStore(account, events);
        });
    }

    @Override
    public String label() {
        return account.label();
    }

    private boolean has(String extension) {
        return extensions.contains("\n " + extension) || extensions.contains("\n" + extension);
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(
                Feature.RENAME,
                Feature.DIRECTORIES,
                Feature.READ_BACK,
                Feature.TIMES,
                Feature.READ_FROM,
                Feature.WRITE_FROM);
        if (has("CKSM")) {
            features.add(Feature.HASH_RANGES);
        }
        if (account.isPrivate()) {
            features.add(Feature.PROTECTED);
        }
        return features;
    }

    @Override
    protected void reconnect() throws TransferException {
        server = account.connect();
        files = new ServerFiles(server, account.host(), GridAccount.PATIENCE);
    }

    @Override
    protected void hangUp() {
        server.close();
    }

    @Override
    protected void tell(String code, String text) {
        events.tell(code, text);
    }

    @Override
    protected Optional<Entry> find(String path) throws IOException {
        return new GridListing(server, files).stat(path);
    }

    @Override
    protected Optional<FtpError> refusal(String command, String path) throws IOException {
        FtpReply reply = server.call(command + " " + path);
        return reply.isPositive() ? Optional.empty() : Optional.of(new FtpError(reply.code(), reply.text()));
    }

    @Override
    protected String timeCommand() {
        return "MFMT";
    }

    @Override
    protected boolean isOfAFile(int code) {
        return code >= 500;
    }

    @Override
    protected TransferException meaning(Exception cause, String path, boolean exists) {
        return GridFailures.ofOperation(cause, label(), path, exists);
    }

    private FtpReply require(String command) throws IOException {
        FtpReply reply = server.call(command);
        return reply.code() == 350 ? reply : reply.orRefused();
    }

    @Override
    public String resolve(String path) throws TransferException {
        checkName(path);
        return StorePath.withoutTrailingSlash(path.startsWith("/") ? path : StorePath.join(home(path), path));
    }

    @Override
    protected String workingDirectory() throws IOException {
        Matcher quoted = QUOTED.matcher(require("PWD").text());
        return quoted.find() ? quoted.group(1).replace("\"\"", "\"") : "/";
    }

    @Override
    public void checkName(String path) throws TransferException {
        StorePath.requireOneLine(path, "GridFTP");
        if (!server.carriesAnyName() && path.codePoints().anyMatch(c -> c < ' ' || c > '~')) {
            throw StorePath.badInput(
                    path,
                    ": " + label() + " loses all but the"
                            + " printable ASCII characters of a name without grid security; use a proxy, or rename it");
        }
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        leaveHome();
        Optional<Entry> entry = ask(path, () -> find(path));
        entry.ifPresent(this::remember);
        return entry;
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        leaveHome();
        List<Entry> entries = ask(directory, () -> new GridListing(server, files).list(directory));
        entries.forEach(this::remember);
        return entries;
    }

    private void remember(Entry entry) {
        if (entry.isFile()) {
            account.sizes().put(entry.path(), entry.sizeBytes());
        }
    }

    @Override
    public String realPath(String path) throws TransferException {
        leaveHome();
        return ask(
                path,
                () -> new GridListing(server, files)
                        .realPath(server.call("CWD " + path).isPositive() ? workingDirectory() : path));
    }

    private char mode(long bytes) {
        return account.streams() > 1 && bytes >= PARALLEL_FROM_BYTES ? 'E' : 'S';
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        char mode = account.isStreamsOnly() ? 'S' : mode(account.sizes().getOrDefault(path, 0L) - offset);
        try {
            return ask(path, () -> open(path, offset, mode));
        } catch (TransferException e) {
            FtpError refused = refusal(e);
            if (mode == 'S' || refused == null || refused.code() != FtpError.NO_DATA_CONNECTION) {
                throw e;
            }
            account.useStreamsOnly();
            markBroken();
            events.tell(
                    "ONE_STREAM",
                    label() + " cannot connect back to this machine, which parallel connections require; "
                            + "using one connection that this machine opens");
            return ask(path, () -> open(path, offset, 'S'));
        }
    }

    private TransferSpec spec(char mode, long offset, long lengthBytes) {
        connections = mode == 'E' ? account.streams() : 1;
        String restart = offset == 0 ? "" : mode == 'E' ? "0-" + offset : Long.toString(offset);
        return new TransferSpec(mode, restart, -1, -1, account.streams(), 0, lengthBytes);
    }

    private InputStream open(String path, long offset, char mode) throws IOException {
        FileReader reading = files.retrieve(path, spec(mode, offset, -1));
        return BlockPipe.start(reading, offset, GridAccount.PATIENCE, this::markBroken);
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        char mode = mode(length);
        TransferSpec spec = spec(mode, offset, length);
        FileWriter writing = askToWrite(path, () -> files.store(path, spec, false));
        account.sizes().put(path, length < 0 ? 0 : offset + length);
        boolean sent = false;
        try {
            new GridUpload(writing, connections).send(data, offset);
            sent = true;
        } catch (FtpError refused) {
            throw GridFailures.ofOperation(refused, label(), path, true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        } finally {
            if (!sent) {
                close();
            }
        }
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        askToWrite(to, () -> {
            require("RNFR " + from);
            return require("RNTO " + to);
        });
        account.sizes().remove(from);
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        if (path.equals("/") || stat(path).filter(Entry::isDirectory).isPresent()) {
            return;
        }
        createDirectories(StorePath.parent(path));
        askToWrite(path, () -> {
            FtpReply made = server.call("MKD " + path);
            // another connection may have been quicker
            return made.isPositive() || server.call("CWD " + path).isPositive() ? made : made.orRefused();
        });
    }

    @Override
    public Optional<String> sha256(String path, long offset, long length) throws TransferException {
        if (!has("CKSM")) {
            return Optional.empty();
        }
        FtpReply reply = ask(path, () -> server.call("CKSM SHA256 " + offset + " " + length + " " + path));
        Matcher hex = SHA256.matcher(reply.text());
        return reply.isPositive() && hex.find() ? Optional.of(hex.group().toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    @Override
    public boolean copyDirectly(Store source, String from, String to) throws TransferException {
        if (!(source instanceof GridFtpStore sender) || account.ways().isClosedTo(sender.account)) {
            return false;
        }
        if (sender.account.isAnonymous() != account.isAnonymous()
                || sender.account.isPrivate() != account.isPrivate()) {
            account.ways()
                    .close(
                            sender.account,
                            events,
                            sender.label(),
                            label(),
                            "only one of them is used with a grid proxy");
            return false;
        }
        int streams = sender.mode(sender.account.sizes().getOrDefault(from, 0L)) == 'E' ? account.streams() : 1;
        connections = streams;
        Optional<String> whyNot;
        try {
            whyNot = askToWrite(
                    to, () -> sender.ask(from, () -> new ThirdParty(sender.server, server).copy(from, to, streams)));
        } catch (Throwable e) {
            markBroken();
            sender.markBroken();
            throw e;
        }
        if (whyNot.isPresent()) {
            markBroken();
            sender.markBroken();
            account.ways().close(sender.account, events, sender.label(), label(), whyNot.get());
        }
        return whyNot.isEmpty();
    }

    @Override
    public int connections() {
        return connections;
    }

    @Override
    public Store another() throws TransferException {
        return new GridFtpStore(account, events);
    }
}
