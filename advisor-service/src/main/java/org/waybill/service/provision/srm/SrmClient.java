package org.waybill.service.provision.srm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageSpace;
import org.waybill.api.storage.TransferUrl;
import org.waybill.protocol.Protocol;
import org.waybill.service.Xml;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;

/**
 * A storage system that speaks SRM v2.2: what it is and has, files made ready to be read or written (which may take a
 * tape robot's time, so that the caller asks after the request), and space.
 *
 * @param pause between two looks at a request, where the system does not name a longer one
 * @param patience the longest that a list or a reservation of space may take; files are asked after by the caller
 */
public record SrmClient(ProvisioningHttpClient exchange, Duration pause, Duration patience) {
    private static final Set<String> READY =
            Set.of("SRM_SUCCESS", "SRM_FILE_PINNED", "SRM_SPACE_AVAILABLE", "SRM_DONE", "SRM_LOWER_SPACE_GRANTED");
    private static final Set<String> LATER =
            Set.of("SRM_REQUEST_QUEUED", "SRM_REQUEST_INPROGRESS", "SRM_REQUEST_SUSPENDED");
    /** What the system has no room for, by its disks or by what this user may have of them. */
    private static final Set<String> FULL = Set.of("SRM_NO_FREE_SPACE", "SRM_NO_USER_SPACE", "SRM_EXCEED_ALLOCATION");

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int PIN_SECONDS = 3600;
    /**
     * What a file can be copied by at all, for a client that asks about a request and no longer knows what was
     * requested.
     */
    private static final List<String> PROTOCOLS = Stream.concat(
                    Stream.of(
                                    Protocol.GSIFTP,
                                    Protocol.HTTPS,
                                    Protocol.DAVS,
                                    Protocol.HTTP,
                                    Protocol.DAV,
                                    Protocol.XROOTD,
                                    Protocol.FTP)
                            .map(Protocol::scheme),
                    Stream.of("gsidcap", "dcap"))
            .toList();

    private static final int LONGEST_TOKEN = 500;

    /** The version of the interface that the system speaks, such as {@code v2.2}. */
    public String ping() {
        return Xml.text(call("srmPing", SrmMessages.of("srmPing")), "versionInfo");
    }

    /** The transfer protocols that the system offers, such as {@code gsiftp} and {@code https}. */
    public List<String> protocols() {
        Element reply = done(call("srmGetTransferProtocols", SrmMessages.of("srmGetTransferProtocols")));
        return Xml.all(reply, "transferProtocol").stream().map(Xml::text).toList();
    }

    /** The path itself or, for a directory, what is in it. */
    public List<StorageEntry> list(String surl) {
        Element reply = call(
                "srmLs",
                SrmMessages.of("srmLs")
                        .with("arrayOfSURLs", "urlArray", List.of(surl))
                        .withoutStorageInfo()
                        .with("fullDetailedList", "true"));
        String token = Xml.text(reply, "requestToken");
        reply = wait(reply, token, "srmStatusOfLsRequest");
        done(reply);
        List<StorageEntry> files = new ArrayList<>();
        for (Element detail : Xml.all(reply, "path")) {
            Element entry = (Element) detail.getParentNode();
            String type = direct(entry, "type");
            if (!type.equals("DIRECTORY") || Xml.all(entry, "path").size() == 1) {
                long bytes = number(direct(entry, "size"));
                files.add(new StorageEntry(
                        Xml.text(detail), bytes < 0 ? null : bytes, type, direct(entry, "fileLocality")));
            }
        }
        return files;
    }

    private static String direct(Element parent, String name) {
        return Xml.children(parent).stream()
                .filter(child -> name.equals(child.getLocalName()))
                .findFirst()
                .map(Xml::text)
                .orElse("");
    }

    /** Asks for a file to be made ready to be read by one of the protocols. */
    public StorageRequest askToGet(String surl, List<String> protocols) {
        return request(
                surl,
                "",
                protocols,
                call(
                        "srmPrepareToGet",
                        SrmMessages.of("srmPrepareToGet")
                                .withFile("sourceSURL", surl, -1)
                                .with("desiredPinLifeTime", PIN_SECONDS)
                                .withProtocols(protocols)));
    }

    /** Asks for a place where a file can be written. */
    public StorageRequest askToPut(String surl, long bytes, List<String> protocols) {
        return request(
                surl,
                "",
                protocols,
                call(
                        "srmPrepareToPut",
                        SrmMessages.of("srmPrepareToPut")
                                .withFile("targetSURL", surl, bytes)
                                .withProtocols(protocols)));
    }

    /** How far a request is, for any protocols. */
    public StorageRequest look(String surl, String token, boolean write) {
        String operation = write ? "srmStatusOfPutRequest" : "srmStatusOfGetRequest";
        return request(
                surl,
                token,
                PROTOCOLS,
                call(operation, SrmMessages.of(operation).with("requestToken", token)));
    }

    private StorageRequest request(String surl, String known, List<String> protocols, Element reply) {
        String token = known.isEmpty() ? token(reply) : known;
        try {
            if (LATER.contains(status(reply)) && !token.isEmpty()) {
                return new StorageRequest(
                        surl, token, false, "", null, Math.max(0, number(Xml.text(reply, "estimatedWaitTime"))));
            }
            Element file = Xml.first(reply, "statusArray").orElse(reply);
            refuse(file);
            String turl = Xml.text(file, "transferURL");
            if (turl.isEmpty()) {
                throw exchange.unavailable("returns no transfer URL");
            }
            if (!TransferUrl.isOf(turl, protocols)) {
                throw exchange.unavailable(
                        "returns a transfer URL whose protocol is not one of " + String.join(", ", protocols));
            }
            long bytes = number(direct(file, "fileSize"));
            return new StorageRequest(surl, token, true, turl, bytes < 0 ? null : bytes, 0);
        } catch (ServiceException failed) {
            abort(token);
            throw failed;
        }
    }

    /** The name that the system gives a request: a word, since people see it and it goes into files. */
    private String token(Element reply) {
        String token = Xml.text(reply, "requestToken");
        if (token.length() > LONGEST_TOKEN || !token.matches("[\\p{Graph}]*") || token.startsWith("-")) {
            throw exchange.unavailable("returns an invalid request token");
        }
        return token;
    }

    /** Says that a request is no longer needed; a system that does not listen ends it by itself. */
    public void abort(String token) {
        if (token.isEmpty()) {
            return;
        }
        try {
            call("srmAbortRequest", SrmMessages.of("srmAbortRequest").with("requestToken", token));
        } catch (ServiceException alsoFailed) {
            // the request's own life time ends it
        }
    }

    private Element wait(Element first, String token, String statusOperation) {
        Element reply = first;
        long deadline = System.nanoTime() + patience.toNanos();
        while (LATER.contains(status(reply)) && !token.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw exchange.unavailable("was not ready within " + patience.toSeconds() + " s");
            }
            sleep(number(Xml.text(reply, "estimatedWaitTime")));
            reply = call(statusOperation, SrmMessages.of(statusOperation).with("requestToken", token));
        }
        return reply;
    }

    private void sleep(long suggestedSeconds) {
        Duration wanted = suggestedSeconds > pause.toSeconds() ? Duration.ofSeconds(suggestedSeconds) : pause;
        exchange.pause(wanted.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wanted);
    }

    /** Says that the file was written. */
    public void putDone(StorageRequest transfer) {
        done(call(
                "srmPutDone",
                SrmMessages.of("srmPutDone")
                        .with("requestToken", transfer.token())
                        .with("arrayOfSURLs", "urlArray", List.of(transfer.surl()))));
    }

    /** Says that the file was read. */
    public void release(StorageRequest transfer) {
        done(call("srmReleaseFiles", SrmMessages.of("srmReleaseFiles").with("requestToken", transfer.token())));
    }

    /** Reserves space on disk for a time. */
    public StorageSpace reserveSpace(long bytes, Duration lifetime) {
        Element reply = call(
                "srmReserveSpace",
                SrmMessages.of("srmReserveSpace")
                        .withReplicaOnline()
                        .with("desiredSizeOfGuaranteedSpace", bytes)
                        .with("desiredLifetimeOfReservedSpace", lifetime.toSeconds()));
        reply = wait(reply, Xml.text(reply, "requestToken"), "srmStatusOfReserveSpaceRequest");
        done(reply);
        return new StorageSpace(
                Xml.text(reply, "spaceToken"),
                number(Xml.text(reply, "sizeOfTotalReservedSpace")),
                number(Xml.text(reply, "sizeOfGuaranteedReservedSpace")),
                -1);
    }

    /** The caller's spaces. */
    public List<StorageSpace> spaces() {
        Element tokens = call("srmGetSpaceTokens", SrmMessages.of("srmGetSpaceTokens"));
        List<String> names =
                Xml.all(tokens, "stringArray").stream().map(Xml::text).toList();
        if (names.isEmpty()) {
            return List.of();
        }
        Element reply = done(call(
                "srmGetSpaceMetaData",
                SrmMessages.of("srmGetSpaceMetaData").with("arrayOfSpaceTokens", "stringArray", names)));
        return Xml.all(reply, "spaceDataArray").stream()
                .map(space -> new StorageSpace(
                        direct(space, "spaceToken"),
                        number(direct(space, "totalSize")),
                        number(direct(space, "guaranteedSize")),
                        number(direct(space, "unusedSize"))))
                .toList();
    }

    public void releaseSpace(String token) {
        done(call("srmReleaseSpace", SrmMessages.of("srmReleaseSpace").with("spaceToken", token)));
    }

    private Element call(String operation, SrmMessages message) {
        Document envelope = message.envelope();
        Element reply = Soap.call(exchange, Soap.V11, "", envelope);
        if (!(operation + "Response").equals(reply.getLocalName())) {
            throw exchange.unavailable("does not answer " + operation);
        }
        return reply;
    }

    private static String status(Element reply) {
        return Xml.first(reply, "returnStatus")
                .or(() -> Xml.first(reply, "status"))
                .map(status -> Xml.text(status, "statusCode"))
                .orElse("");
    }

    private Element done(Element reply) {
        refuse(reply);
        return reply;
    }

    private void refuse(Element reply) {
        String code = status(reply);
        if (READY.contains(code)) {
            return;
        }
        String why = Soap.oneLine(code + " " + Xml.text(reply, "explanation"));
        if (FULL.contains(code)) {
            throw exchange.full(why);
        }
        throw new ServiceException(ours(code), exchange.access().name() + " refuses: " + why);
    }

    private static String ours(String code) {
        return switch (code) {
            case "SRM_AUTHENTICATION_FAILURE", "SRM_AUTHORIZATION_FAILURE" -> ServiceException.FORBIDDEN;
            case "SRM_INVALID_PATH" -> ServiceException.NOT_FOUND;
            case "SRM_INVALID_REQUEST", "SRM_NOT_SUPPORTED" -> ServiceException.BAD_REQUEST;
            case "SRM_INTERNAL_ERROR", "SRM_FATAL_INTERNAL_ERROR", "SRM_FILE_UNAVAILABLE", "" ->
                ServiceException.UNAVAILABLE;
            default -> ServiceException.CONFLICT;
        };
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }
}
