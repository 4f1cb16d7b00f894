package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.UnfinishedUploads;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.SumOfParts;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A bucket. A path is a key with a slash before it; a directory is what keys have in common, or an empty object whose
 * key ends in a slash.
 */
final class S3Store implements Store, CopyTarget, SumOfParts.Keeper, UnfinishedUploads {
    /** A file of at most so many bytes is one request, and waits in memory until it gets its name. */
    static final int SMALL_BYTES = 8 << 20;

    private static final int KEY_BYTES = 1024;

    private final S3Account account;
    private final int streams;
    /** Paths that were given with a slash at the end: a directory is meant where a file has the name too. */
    private final Set<String> directories = ConcurrentHashMap.newKeySet();

    private final CurrentFile current;
    private boolean closed;

    private S3Store(S3Account account, int streams) {
        this.account = account.shared();
        this.streams = streams;
        this.current = new CurrentFile(this.account, streams);
    }

    static S3Store open(S3Account account, int streams) throws TransferException, InterruptedException {
        S3Store store = new S3Store(account, streams);
        try {
            // not HEAD, whose refusal says only that it is one
            account.ask("/", s3 -> S3Listing.isThere(s3, account.bucket(), ""));
            return store;
        } catch (TransferException e) {
            if (e.reason() == Reason.PERMISSION) {
                return store; // one who may not list may still read or write
            }
            store.close();
            throw e;
        } catch (InterruptedException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public String label() {
        return account.label();
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(
                Feature.READ_FROM,
                Feature.WRITE_FROM,
                Feature.RENAME,
                Feature.DIRECTORIES,
                Feature.TIMES,
                Feature.READ_BACK);
        if (account.settings().isEncrypted()) {
            features.add(Feature.PROTECTED);
        }
        return features;
    }

    @Override
    public String resolve(String path) {
        String absolute = path.startsWith("/") ? path : "/" + path;
        String plain = StorePath.withoutTrailingSlash(absolute);
        if (!plain.equals(absolute)) {
            directories.add(plain);
        }
        return plain;
    }

    static String key(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** What the keys below a directory begin with. */
    private static String prefix(String directory) {
        String key = key(directory);
        return key.isEmpty() || key.endsWith("/") ? key : key + "/";
    }

    @Override
    public void checkName(String path) throws TransferException {
        if (path.indexOf('\0') >= 0) {
            throw StorePath.badInput(path, ": a name cannot contain NUL");
        }
        if (path.chars().anyMatch(S3Store::isUnlistable)) {
            throw StorePath.badInput(path, ": a control character in a name is not listed by every server; rename it");
        }
        if (key(path).getBytes(StandardCharsets.UTF_8).length > KEY_BYTES) {
            throw StorePath.badInput(
                    path, ": a key has at most " + KEY_BYTES + " bytes, with the names of its directories");
        }
    }

    /** What XML 1.0 cannot say, even as an escape. */
    private static boolean isUnlistable(int c) {
        return c < ' ' && c != '\t' && c != '\n' && c != '\r';
    }

    @Override
    public void receive(Store source, boolean replaces, boolean asItIs) {
        boolean within = asItIs && source instanceof S3Store bucket && bucket.account.isOneWith(account);
        account.incoming().begin(within ? ((S3Store) source).account : null, replaces);
    }

    @Override
    public boolean isBlind() {
        return account.incoming().isBlind();
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException, InterruptedException {
        try {
            return seen(path);
        } catch (TransferException e) {
            if (!account.incoming().isUnseen(account, e)) {
                throw e;
            }
            return account.incoming().known(path);
        }
    }

    private Optional<Entry> seen(String path) throws TransferException, InterruptedException {
        if (path.equals("/")) {
            return Optional.of(Entry.directory(path));
        }
        @Nullable Unfinished own = current.at(path);
        if (own != null) {
            return own.bytes() == 0 ? Optional.empty() : Optional.of(file(path, own.bytes(), own.modified(), null));
        }
        if (UploadName.parse(path).isPresent()) {
            return Optional.empty();
        }
        if (directories.contains(path) && isDirectory(path)) {
            return Optional.of(Entry.directory(path));
        }
        Optional<HeadObjectResponse> head = head(path);
        if (head.isPresent()) {
            HeadObjectResponse told = head.get();
            long bytes = told.contentLength() == null ? -1 : told.contentLength();
            return Optional.of(file(path, bytes, S3Times.of(told.metadata(), told.lastModified()), told.eTag()));
        }
        return isDirectory(path) ? Optional.of(Entry.directory(path)) : Optional.empty();
    }

    private boolean isDirectory(String path) throws TransferException, InterruptedException {
        return account.ask(path, s3 -> S3Listing.isThere(s3, account.bucket(), prefix(path)));
    }

    private static Entry file(String path, long bytes, @Nullable Instant modified, @Nullable String tag) {
        return new Entry(path, Entry.Kind.FILE, bytes, modified, -1, tag, true);
    }

    private Optional<HeadObjectResponse> head(String path) throws TransferException, InterruptedException {
        return account.ask(path, s3 -> {
            try {
                return Optional.of(s3.headObject(
                        ask -> ask.bucket(account.bucket()).key(key(path)).checksumMode(ChecksumMode.ENABLED)));
            } catch (S3Exception e) {
                if (e.statusCode() == 404) {
                    return Optional.empty();
                }
                // the same question in a form whose refusal has a reason
                S3Listing.isThere(s3, account.bucket(), key(path));
                throw e;
            }
        });
    }

    @Override
    public List<Entry> list(String directory) throws TransferException, InterruptedException {
        S3Listing listing = new S3Listing(account, directory, prefix(directory));
        return ReplacementCharacterNames.judge(account.ask(directory, _ -> listing.read()), this::known);
    }

    /** It shows when an object was written. */
    @Override
    public boolean listsTimes() {
        return false;
    }

    private Optional<Entry> known(String path) throws TransferException {
        try {
            return stat(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        }
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException, InterruptedException {
        GetObjectRequest.Builder request =
                GetObjectRequest.builder().bucket(account.bucket()).key(key(path));
        if (offset > 0) {
            request.range("bytes=" + offset + "-");
        } else {
            request.checksumMode(ChecksumMode.ENABLED);
        }
        return new S3Input(account.ask(path, s3 -> s3.getObject(request.build())));
    }

    @Override
    public String begin(String target, String partial, String left, Entry source)
            throws TransferException, InterruptedException {
        return current.begin(target, partial, left, source);
    }

    @Override
    public Copied copyWithin(Entry source, String partial, Progress progress)
            throws TransferException, InterruptedException {
        return current.copyWithin(source, partial, progress);
    }

    @Override
    public Optional<PartSums> partSums(String partial) {
        return Optional.ofNullable(current.at(partial)).flatMap(Unfinished::sums);
    }

    @Override
    public boolean comparesWhatArrives(String partial) {
        return current.at(partial) != null;
    }

    @Override
    public void write(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        try {
            current.write(path, offset, data, length);
        } catch (SdkException e) {
            throw failure(e, path);
        }
    }

    @Override
    public void publish(String from, String to) throws TransferException, InterruptedException {
        if (!current.publish(from, to)) {
            copyWithin(from, to, stat(from).map(Entry::sizeBytes).orElse(-1L));
            delete(from);
        }
    }

    void copyWithin(String from, String to, long sizeBytes) throws TransferException, InterruptedException {
        account.ask(from, _ -> {
            new ServerCopy(account, streams).copy(from, to, sizeBytes);
            return to;
        });
    }

    @Override
    public void rename(String from, String to, boolean replace) throws TransferException, InterruptedException {
        Entry source = RenameErrors.check(this, from, to, replace);
        if (source.isDirectory()) {
            new S3Rename(this).tree(from, to);
        } else {
            copyWithin(from, to, source.sizeBytes());
            delete(from);
        }
    }

    @Override
    public void createDirectories(String path) throws TransferException, InterruptedException {
        try {
            if (path.equals("/") || isDirectory(path)) {
                return;
            }
        } catch (TransferException e) {
            if (!account.incoming().isUnseen(account, e)) {
                throw e;
            }
            account.incoming().meant(path);
            return;
        }
        try {
            createDirectories(StorePath.parent(path)); // else it would be gone with the last thing in it
        } catch (TransferException e) {
            if (e.reason() != Reason.PERMISSION) {
                throw e; // who may write below a prefix may do it without the directories above
            }
        }
        account.ask(
                path,
                s3 -> s3.putObject(
                        put -> put.bucket(account.bucket()).key(prefix(path)), RequestBody.fromBytes(new byte[0])));
    }

    @Override
    public void mark(String directory) throws IOException, TransferException, InterruptedException {
        if (!isBlind()) {
            Store.super.mark(directory);
            account.incoming().marked(directory);
        }
    }

    @Override
    public void unmark(String directory) throws TransferException, InterruptedException {
        // who may only write removes nothing, and has marked nothing
        if (!isBlind() || account.incoming().isMarked(directory)) {
            Store.super.unmark(directory);
        }
    }

    @Override
    public void delete(String path) throws TransferException, InterruptedException {
        if (current.at(path) != null) {
            current.drop();
        }
        Optional<UploadName> upload = UploadName.parse(path);
        account.ask(path, s3 -> {
            if (upload.isPresent()) {
                S3Upload.abort(account, upload.get());
            } else {
                s3.deleteObject(ask -> ask.bucket(account.bucket()).key(key(path)));
            }
            return path;
        });
    }

    @Override
    public List<Upload> uploads(String beginning) throws TransferException, InterruptedException {
        return account.ask(beginning, _ -> new S3Uploads(account).of(key(beginning)));
    }

    @Override
    public void end(Upload upload) throws TransferException, InterruptedException {
        account.ask(upload.path(), _ -> {
            S3Upload.abort(account, new UploadName(upload.path(), "", upload.id(), false));
            return upload;
        });
    }

    @Override
    public boolean isNamed(Upload upload, String noted) {
        return UploadName.parse(noted)
                .filter(name -> name.target().equals(upload.path()) && name.id().equals(upload.id()))
                .isPresent();
    }

    @Override
    public void removeDirectory(String path) throws TransferException, InterruptedException {
        S3Listing listing = new S3Listing(account, path, prefix(path));
        if (!account.ask(path, _ -> listing.read()).isEmpty()) {
            throw RenameErrors.notEmpty(path);
        }
        account.ask(
                path, s3 -> s3.deleteObject(ask -> ask.bucket(account.bucket()).key(prefix(path))));
    }

    /** Of an object that was sent in one request; S3 gives none of the whole for one of parts. */
    @Override
    public Optional<String> sha256(String path, long length) throws TransferException, InterruptedException {
        return length >= 0 || UploadName.parse(path).isPresent()
                ? Optional.empty()
                : head(path)
                        .filter(S3Store::isOfTheWhole)
                        .map(HeadObjectResponse::checksumSHA256)
                        .map(sha256 ->
                                HexFormat.of().formatHex(Base64.getDecoder().decode(sha256)));
    }

    @Override
    public List<SumOfParts> sumsOfParts(String path) throws TransferException, InterruptedException {
        Optional<HeadObjectResponse> head = head(path);
        return head.isEmpty()
                ? List.of()
                : account.ask(
                        path, _ -> StoredSums.of(account, path, head.get()).comparable());
    }

    private static boolean isOfTheWhole(HeadObjectResponse told) {
        @Nullable String etag = told.eTag();
        return told.checksumSHA256() != null
                && !told.checksumSHA256().contains("-")
                && told.checksumType() != ChecksumType.COMPOSITE
                && (etag == null || !etag.contains("-") || told.checksumType() == ChecksumType.FULL_OBJECT);
    }

    @Override
    public int connections() {
        return streams;
    }

    @Override
    public Store another() {
        return new S3Store(account, streams);
    }

    @Override
    public boolean limitsItsSilence() {
        return account.isWaiting();
    }

    @Override
    public boolean isServersTrouble(TransferException failure) {
        return S3Failures.status(failure) >= 500;
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return account.failure(cause, path);
    }

    @Override
    public void close() {
        current.drop(); // also what was begun since it was closed
        if (!closed) {
            closed = true;
            account.released();
        }
    }
}
