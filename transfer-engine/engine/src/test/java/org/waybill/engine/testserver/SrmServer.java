package org.waybill.engine.testserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A storage system with SRM v2.2 on loopback, in clear: files on tape are ready at the second look. It moves no data:
 * its transfer URLs lead to wherever the test says.
 */
public final class SrmServer implements AutoCloseable {
    private static final Pattern OPERATION = Pattern.compile("<(?:[A-Za-z]+:)?(srm[A-Z][A-Za-z]+)[ >]");

    /** A file that it has. */
    public record StoredFile(long bytes, boolean onTape) {}

    private final HttpServer server;
    private final List<String> protocols;
    private final Function<String, String> transferUrl;
    private final Map<String, StoredFile> files = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> looks = new ConcurrentHashMap<>();
    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final List<String> operations = new CopyOnWriteArrayList<>();

    private SrmServer(HttpServer server, List<String> protocols, Function<String, String> transferUrl) {
        this.server = server;
        this.protocols = List.copyOf(protocols);
        this.transferUrl = transferUrl;
    }

    /**
     * Starts one.
     *
     * @param protocols that it offers, such as {@code gsiftp}
     * @param transferUrl where the data of a path are
     */
    public static SrmServer start(List<String> protocols, Function<String, String> transferUrl) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        SrmServer storage = new SrmServer(http, protocols, transferUrl);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/srm/managerv2", storage::serve);
        http.start();
        return storage;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Its web service. */
    public String url() {
        return "http://127.0.0.1:" + port() + "/srm/managerv2";
    }

    public String surl(String path) {
        return "srm://127.0.0.1:" + port() + "/srm/managerv2?SFN=" + path;
    }

    public SrmServer with(String path, StoredFile file) {
        files.put(path, file);
        return this;
    }

    /** What it was asked, in order. */
    public List<String> operations() {
        return operations;
    }

    /** The requests that were not ended. */
    public int open() {
        return open.size();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher named = OPERATION.matcher(request);
        String operation = named.find() ? named.group(1) : "none";
        operations.add(operation);
        String reply = "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body><s:"
                + operation
                + "Response xmlns:s='http://srm.lbl.gov/StorageResourceManager'><" + operation + "Response>"
                + answer(operation, request) + "</" + operation + "Response></s:" + operation
                + "Response></soap:Body></soap:Envelope>";
        byte[] body = reply.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String answer(String operation, String request) {
        String path = text(request, "sourceSURL|targetSURL|urlArray").replaceFirst(".*SFN=", "");
        String token = text(request, "requestToken");
        return switch (operation) {
            case "srmPing" -> "<versionInfo>v2.2</versionInfo>";
            case "srmGetTransferProtocols" ->
                status("SRM_SUCCESS") + "<protocolInfo>"
                        + String.join(
                                "",
                                protocols.stream()
                                        .map(one -> "<protocolArray><transferProtocol>" + one
                                                + "</transferProtocol></protocolArray>")
                                        .toList())
                        + "</protocolInfo>";
            case "srmLs" -> list(path);
            case "srmPrepareToGet" -> files.containsKey(path) ? queued(path) : status("SRM_INVALID_PATH");
            case "srmPrepareToPut" -> queued(path);
            case "srmStatusOfGetRequest" -> look(token, "SRM_FILE_PINNED", "sourceSURL");
            case "srmStatusOfPutRequest" -> look(token, "SRM_SPACE_AVAILABLE", "SURL");
            case "srmPutDone", "srmReleaseFiles", "srmAbortRequest" -> {
                open.remove(token);
                yield status("SRM_SUCCESS");
            }
            default -> status("SRM_NOT_SUPPORTED");
        };
    }

    private static String text(String request, String element) {
        Matcher found = Pattern.compile("<(?:" + element + ")>([^<]*)<").matcher(request);
        return found.find() ? found.group(1) : "";
    }

    private static String status(String code) {
        return "<returnStatus><statusCode>" + code + "</statusCode><explanation>test</explanation></returnStatus>";
    }

    private String list(String path) {
        StoredFile file = files.get(path);
        return file == null
                ? status("SRM_INVALID_PATH")
                : status("SRM_SUCCESS") + "<details><pathDetailArray><path>"
                        + path + "</path><size>" + file.bytes() + "</size><fileLocality>"
                        + (file.onTape() ? "NEARLINE" : "ONLINE") + "</fileLocality><type>FILE</type></pathDetailArray>"
                        + "</details>";
    }

    private String queued(String path) {
        String token = "request-" + looks.size();
        open.put(token, path);
        looks.put(token, new AtomicInteger());
        return status("SRM_REQUEST_QUEUED") + "<requestToken>" + token + "</requestToken>";
    }

    private String look(String token, String ready, String surl) {
        String path = open.get(token);
        if (path == null) {
            return status("SRM_INVALID_REQUEST");
        }
        StoredFile file = files.getOrDefault(path, new StoredFile(0, false));
        boolean done = looks.get(token).incrementAndGet() > (file.onTape() ? 1 : 0);
        return status(done ? "SRM_SUCCESS" : "SRM_REQUEST_INPROGRESS") + "<arrayOfFileStatuses><statusArray><" + surl
                + ">" + surl(path) + "</" + surl + "><fileSize>" + file.bytes() + "</fileSize><status><statusCode>"
                + (done ? ready : "SRM_REQUEST_INPROGRESS") + "</statusCode></status>"
                + (done ? "<transferURL>" + transferUrl.apply(path) + "</transferURL>" : "")
                + "</statusArray></arrayOfFileStatuses>";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
