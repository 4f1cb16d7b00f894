package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.ServersCopy;
import org.waybill.protocol.Transport;

/**
 * Files behind HTTP. A server with WebDAV has directories and renames; a plain one gives files and may take them, then
 * under their final name at once. Several threads may use one store.
 */
public final class HttpStore implements Store, CopyTarget, BetweenServers.Destination {
    private static final FileDigests SHA_256 = new FileDigests(Map.of(FileDigests.SHA_256, ""));
    private static final int CREATED = 201;
    private static final int MULTI_STATUS = 207;
    private static final int CONFLICT = 409;
    private static final int NOT_ALLOWED = 405;
    private static final int PRECONDITION_FAILED = 412;
    /** Links at the server may lead round in a circle. */
    private static final int DEEPEST = 100;

    private static final Progress UNCOUNTED = new Progress() {
        @Override
        public void kept(long bytes) {
            // by no one
        }

        @Override
        public void copied(long bytes) {
            // by no one
        }
    };

    private final HttpAccount account;
    private final HttpClient client;
    private final WholeAnswers connections;
    /** The last file had none: over a cipher a round trip for each of many small files is not worth the question. */
    private volatile boolean withoutDigests;

    private final FileLookup files;
    private final DavLookup collections;
    private final boolean webDav;
    private final ServersCopy copies;
    private final CopyOrder.Limits limits;
    /** The provider's: what servers broke off, remembered from one attempt to the next. */
    private final Set<String> broken;
    /** Between the source's server and this one; null where the data go through this machine. */
    private volatile @Nullable BetweenServers between;

    private volatile boolean closed;

    private HttpStore(HttpAccount account, String path, CopyOrder.Limits limits, Set<String> broken)
            throws TransferException, InterruptedException {
        this.account = account;
        this.client = account.newClient();
        this.connections = account.newConnections();
        this.files = new FileLookup(account, this::answer);
        this.collections = new DavLookup(account, client, connections);
        this.limits = limits;
        this.broken = broken;
        HttpHeaders offered = askOptions(path);
        this.webDav = offered.firstValue("DAV").isPresent();
        this.copies = ServersCopy.of(
                offered.allValues("Allow"), offered.firstValue("Server").orElse(""));
    }

    /** Another one at the same server. */
    private HttpStore(HttpStore like) {
        this.account = like.account;
        this.client = account.newClient();
        this.connections = account.newConnections();
        this.files = new FileLookup(account, this::answer);
        this.collections = new DavLookup(account, client, connections);
        this.limits = like.limits;
        this.broken = like.broken;
        this.webDav = like.webDav;
        this.copies = like.copies;
        BetweenServers both = like.between;
        this.between = both == null ? null : both.renewed();
    }

    /** Opens stores for the schemes {@code http}, {@code https}, {@code dav} and {@code davs}. */
    public static StoreProvider provider(Credentials credentials) {
        return provider(credentials, CopyOrder.Limits.USUAL);
    }

    /** The same with other patience for servers that copy from one to the other. */
    static StoreProvider provider(Credentials credentials, CopyOrder.Limits limits) {
        Set<String> broken = ConcurrentHashMap.newKeySet();
        return new StoreProvider(
                Set.copyOf(Protocols.schemes(Transport.HTTP)),
                (location, events, _) ->
                        new HttpStore(HttpAccount.of(location, credentials, events), location.path(), limits, broken));
    }

    private HttpHeaders askOptions(String path) throws TransferException, InterruptedException {
        try {
            HttpResponse<InputStream> response = answer(account.request("OPTIONS", path), path);
            if (response.statusCode() == 401 || response.statusCode() == 400 && account.mayExplain400()) {
                throw failure(new HttpStatusException("OPTIONS", response.statusCode()), path);
            }
            return response.headers();
        } catch (Throwable e) {
            client.shutdownNow();
            throw e;
        }
    }

    @Override
    public String label() {
        return account.label();
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(Feature.READ_FROM, Feature.READ_BACK, Feature.HIDDEN_LINKS);
        if (webDav) {
            features.addAll(EnumSet.of(Feature.RENAME, Feature.DIRECTORIES));
        }
        if (account.isEncrypted()) {
            features.add(Feature.PROTECTED);
        }
        return features;
    }

    @Override
    public String resolve(String path) {
        return StorePath.withoutTrailingSlash(path.startsWith("/") ? path : "/" + path);
    }

    @Override
    public void checkName(String path) throws TransferException {
        if (path.indexOf('\0') >= 0) {
            throw StorePath.badInput(path, ": a name cannot contain NUL");
        }
    }

    /** A request whose answer has no body that matters. */
    private HttpResponse<InputStream> answer(HttpRequest.Builder request, String path)
            throws TransferException, InterruptedException {
        try {
            HttpResponse<InputStream> response = account.send(client, connections, request);
            response.body().close();
            return response;
        } catch (IOException e) {
            throw failure(e, path);
        }
    }

    private int status(HttpRequest.Builder request, String path) throws TransferException, InterruptedException {
        return answer(request, path).statusCode();
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private void require(String method, int status, String path) throws TransferException {
        if (!isSuccess(status)) {
            throw failure(new HttpStatusException(method, status), path);
        }
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException, InterruptedException {
        return webDav ? collections.find(path) : files.find(path);
    }

    @Override
    public List<Entry> list(String directory) throws TransferException, InterruptedException {
        return collections.list(directory);
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException, InterruptedException {
        HttpRequest.Builder request = account.request("GET", path).header("Accept-Encoding", "identity");
        if (offset > 0) {
            request.header("Range", "bytes=" + offset + "-");
        }
        try {
            HttpResponse<InputStream> response = account.send(connections::send, request);
            try {
                if (!FileLookup.isContent(response.statusCode())) {
                    throw new HttpStatusException("GET", response.statusCode());
                }
                RangeAnswer.begin(response, offset);
                return response.body();
            } catch (Throwable e) {
                response.body().close();
                throw e;
            }
        } catch (IOException e) {
            throw failure(e, path);
        }
    }

    @Override
    public void write(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        RequestBodyPublisher blocks = new RequestBodyPublisher(data);
        HttpRequest.Builder put = HttpRequest.newBuilder(account.uri(path)).PUT(blocks.body(length));
        try {
            HttpResponse<InputStream> response = account.send(client, connections, put);
            response.body().close();
            require("PUT", response.statusCode(), path);
        } catch (IOException e) {
            // the source's own fault has passed through the client; it must come out as it was
            @Nullable IOException source = blocks.failure();
            throw source == null ? e : source;
        }
    }

    /** The kernel goes on for a quarter of an hour with what a dead line has swallowed. */
    @Override
    public boolean isReachable() {
        return connections.isReachable(account.uri("/"));
    }

    @Override
    public void receive(Store source, boolean replaces, boolean asItIs) {
        // without a rename the servers would write over the user's file, and a failure would leave none
        between = webDav && asItIs && source instanceof HttpStore sender ? from(sender) : null;
    }

    private BetweenServers from(HttpStore sender) {
        return new BetweenServers(
                BetweenServers.End.of(sender.account, sender.copies),
                BetweenServers.End.of(account, copies),
                limits,
                broken);
    }

    @Override
    public boolean isBlind() {
        return false;
    }

    @Override
    public Copied copyWithin(Entry source, String partial, Progress progress)
            throws TransferException, InterruptedException {
        BetweenServers both = between;
        return both == null ? Copied.REFUSED : both.copy(source, partial, this, progress);
    }

    /** For one file by itself, in a measurement for example. */
    @Override
    public boolean copyDirectly(Store source, String from, String to) throws TransferException, InterruptedException {
        if (!webDav || !(source instanceof HttpStore sender)) {
            return false;
        }
        Optional<Entry> file = sender.stat(from);
        try (BetweenServers both = from(sender)) {
            return file.isPresent() && both.copy(file.get(), to, this, UNCOUNTED) != Copied.REFUSED;
        }
    }

    @Override
    public boolean limitsItsSilence() {
        BetweenServers both = between;
        return both != null && both.isRunning();
    }

    @Override
    public void publish(String from, String to) throws TransferException, InterruptedException {
        move(from, to, true);
    }

    private void move(String from, String to, boolean replace) throws TransferException, InterruptedException {
        HttpRequest.Builder move = account.request("MOVE", from)
                .header("Destination", account.uri(to).toASCIIString())
                .header("Overwrite", replace ? "T" : "F");
        int status = status(move, to);
        if (status == PRECONDITION_FAILED && !replace) {
            throw RenameErrors.taken(to);
        }
        require("MOVE", status, to);
    }

    @Override
    public void rename(String from, String to, boolean replace) throws TransferException, InterruptedException {
        // nginx requires a slash after a directory's name
        String slash = RenameErrors.check(this, from, to, replace).isDirectory() ? "/" : "";
        move(from + slash, to + slash, replace);
    }

    /** Servers of WebDAV remove a directory with all that it holds: so only one that holds nothing. */
    @Override
    public void removeDirectory(String path) throws TransferException, InterruptedException {
        if (!list(path).isEmpty()) {
            throw RenameErrors.notEmpty(path);
        }
        // by its name with a slash nginx finds no link, and answers as if it were gone
        if (!removeIfLink(path, path) && delete(path + "/", path) == CONFLICT) {
            require("DELETE", CONFLICT, path);
        }
    }

    /**
     * In one request where the server does so (RFC 4918, section 9.6): a listing shows links as what they lead to, and
     * the server knows them.
     */
    @Override
    public void removeTree(String directory, RemovedTree removed) throws TransferException, InterruptedException {
        long[] counted = new long[2];
        count(directory, counted, 0);
        if (removeIfLink(directory, directory)) {
            removed.add(counted[0], counted[1] + 1);
        } else {
            removed.walk(this, directory);
        }
    }

    /** nginx does not list names that begin with a dot, and gives these files to whom asks for them. */
    @Override
    public boolean mayHide(String name) {
        return name.startsWith(".");
    }

    /**
     * By the name without a slash, which leads through no link: most servers then remove a directory with all that it
     * holds. nginx refuses a directory and removes a link; with a slash it would remove the targets of links too.
     */
    @Override
    public boolean removeIfLink(String directory, String real) throws TransferException, InterruptedException {
        return delete(directory, directory) != CONFLICT;
    }

    private void count(String directory, long[] filesAndDirectories, int depth)
            throws TransferException, InterruptedException {
        for (Entry entry : list(directory)) {
            filesAndDirectories[entry.isDirectory() ? 1 : 0]++;
            if (entry.isDirectory() && depth < DEEPEST) {
                count(entry.path(), filesAndDirectories, depth + 1);
            }
        }
    }

    private int delete(String name, String path) throws TransferException, InterruptedException {
        int status = status(account.request("DELETE", name), path);
        if (status == MULTI_STATUS) {
            throw StorePath.failure(
                    Reason.PERMISSION,
                    path,
                    " at " + label() + ": the server could not remove all of it; the rest was kept");
        }
        if (!FileLookup.isMissing(status) && status != CONFLICT) {
            require("DELETE", status, path);
        }
        return status;
    }

    @Override
    public void createDirectories(String path) throws TransferException, InterruptedException {
        if (path.equals("/") || stat(path).filter(Entry::isDirectory).isPresent()) {
            return;
        }
        createDirectories(StorePath.parent(path));
        int status = status(account.request("MKCOL", path + "/"), path);
        // another thread may have been quicker
        if (status != CREATED
                && !(status == NOT_ALLOWED
                        && stat(path).filter(Entry::isDirectory).isPresent())) {
            require("MKCOL", status, path);
        }
    }

    @Override
    public void delete(String path) throws TransferException, InterruptedException {
        int status = status(account.request("DELETE", path), path);
        if (!FileLookup.isMissing(status)) {
            require("DELETE", status, path);
        }
    }

    /** Servers of storage sites send a digest when asked (RFC 9530; RFC 3230 before it). */
    @Override
    public Optional<String> sha256(String path, long length) throws TransferException, InterruptedException {
        if (length >= 0 || withoutDigests && account.isEncrypted()) {
            return Optional.empty();
        }
        HttpResponse<InputStream> response = answer(FileDigests.asked(account.request("HEAD", path), SHA_256), path);
        if (!isSuccess(response.statusCode())) {
            return Optional.empty(); // which says nothing of other files
        }
        String digest = FileDigests.of(response.headers()).of(FileDigests.SHA_256);
        withoutDigests = digest.isEmpty();
        return withoutDigests ? Optional.empty() : Optional.of(digest);
    }

    @Override
    public Store another() {
        return closed ? new HttpStore(this) : this;
    }

    @Override
    public Store renewed() {
        return another(); // other threads may be using this one
    }

    @Override
    public boolean isServersTrouble(TransferException failure) {
        return HttpFailures.status(failure) >= 500;
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return account.failure(cause, path);
    }

    @Override
    public void close() {
        closed = true;
        BetweenServers both = between;
        if (both != null) {
            both.close();
        }
        connections.close();
        client.shutdownNow();
    }
}
