package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The keys that begin alike, up to the next slash, as files and directories. */
final class S3Listing {
    private static final int MOST_PAGES = 10_000;

    private final S3Client client;
    private final S3Account account;
    private final String directory;
    private final String prefix;
    private final PeerLimits limits;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> directories = new HashSet<>();

    S3Listing(S3Account account, String directory, String prefix) {
        this.client = account.client();
        this.account = account;
        this.directory = directory;
        this.prefix = prefix;
        this.limits = PeerLimits.listing("the listing of " + StorePath.shown(directory) + " at " + account.label());
    }

    /** Whether there is any key, or the directory's own. */
    static boolean isThere(S3Client client, String bucket, String prefix) {
        return client
                .listObjectsV2(
                        ask -> ask.bucket(bucket).prefix(prefix).maxKeys(1).encodingType(EncodingType.URL))
                .contents()
                .stream()
                .anyMatch(one -> one.key().startsWith(prefix));
    }

    List<Entry> read() throws TransferException {
        Set<String> tokens = new HashSet<>();
        @Nullable String token = null;
        do {
            ListObjectsV2Request.Builder ask = ListObjectsV2Request.builder()
                    .bucket(account.bucket())
                    .prefix(prefix)
                    .delimiter("/")
                    .encodingType(EncodingType.URL);
            ListObjectsV2Response page =
                    client.listObjectsV2(ask.continuationToken(token).build());
            add(page);
            token = next(page);
            if (token != null && (!tokens.add(token) || tokens.size() > MOST_PAGES)) {
                throw new TransferException(
                        Reason.LIMIT,
                        "the listing of " + StorePath.shown(directory) + " at " + account.label()
                                + " does not end: the server repeats itself");
            }
        } while (token != null);
        return entries;
    }

    /** Of a listing that is cut, nothing is taken for gone: servers are known that say so and do not tell how to go on. */
    private @Nullable String next(ListObjectsV2Response page) throws TransferException {
        String token = page.nextContinuationToken();
        if (page.isTruncated() == null || page.isTruncated() && (token == null || token.isEmpty())) {
            throw new TransferException(
                    Reason.LIMIT,
                    "the listing of " + StorePath.shown(directory) + " at " + account.label()
                            + " is not complete: the server does not say how it goes on");
        }
        return page.isTruncated() ? token : null;
    }

    private void add(ListObjectsV2Response page) throws TransferException {
        for (CommonPrefix below : page.commonPrefixes()) {
            String key = below.prefix();
            limits.take(key.length());
            String name = name(key.endsWith("/") ? key.substring(0, key.length() - 1) : key);
            if (directories.add(name)) {
                entries.add(isName(name) ? Entry.directory(child(name)) : unnameable(name));
            }
        }
        for (S3Object object : page.contents()) {
            limits.take(object.key().length());
            if (object.key().equals(prefix)) {
                if (object.size() != null && object.size() > 0) {
                    entries.add(Entry.unnameable(
                            directory, "/", "an object with content whose key ends in a slash is no file: rename it"));
                }
                continue; // the directory itself
            }
            String name = name(object.key());
            entries.add(isName(name) ? file(object, child(name)) : unnameable(name));
        }
    }

    private static Entry file(S3Object object, String path) {
        return new Entry(
                path,
                Entry.Kind.FILE,
                object.size() == null ? -1 : object.size(),
                object.lastModified(),
                -1,
                object.eTag(),
                false);
    }

    private Entry unnameable(String name) {
        return Entry.unnameable(
                directory,
                name.isEmpty() ? "/" : name,
                "no file can have the name '" + StorePath.shown(name) + "', as keys can: rename it");
    }

    private String name(String key) throws TransferException {
        if (!key.startsWith(prefix)) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "the listing of " + StorePath.shown(directory) + " at " + account.label()
                            + " names something outside of it: " + StorePath.shown(key));
        }
        return key.substring(prefix.length());
    }

    /** Keys may have names that no file can have: they are reported, and no one asks for them. */
    private static boolean isName(String name) {
        return !name.isEmpty() && !name.equals(".") && !name.equals("..") && name.indexOf('\0') < 0;
    }

    private String child(String name) throws TransferException {
        return StorePath.checkedChild(directory, name);
    }
}
