package org.waybill.service.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.hessian.BoundedBody;
import org.waybill.platform.NamedServers;
import org.waybill.service.StrictJson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks one catalogue. Redirects are followed within the same host and scheme only; an answer over 8 MiB is none.
 * Blocking; an interrupt ends it.
 */
final class CatalogueClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 8 << 20;
    private static final int MOST_REDIRECTS = 3;
    private static final JsonMapper JSON = StrictJson.ANSWERS;

    private final HttpClient http;
    private final Duration patience;
    private final ReplicaLocationService replicaLocationService;

    CatalogueClient(Duration patience) {
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .sslContext(NamedServers.context())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.patience = patience;
        this.replicaLocationService = new ReplicaLocationService(patience);
    }

    /**
     * What the catalogue lists for a query.
     *
     * @throws InvalidCatalogueAnswerException when its answer cannot be used
     */
    CatalogueFile.Answer ask(DataCatalogue catalogue, String query, int limit)
            throws IOException, InterruptedException {
        String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8);
        return switch (catalogue.kind()) {
            case ESGF -> esgfDocument(get(catalogue, esgf(catalogue.url(), query, limit)));
            case RUCIO -> document(send(catalogue, rucio(catalogue, query)));
            case METALINK -> Metalink.read(get(catalogue, catalogue.asking(encoded)));
            case JSON -> JsonAnswer.read(json(get(catalogue, catalogue.asking(encoded))));
            case RLS -> replicaLocationService.ask(catalogue, query, limit);
        };
    }

    /** A replica list in any form. */
    static CatalogueFile.Answer document(String text) {
        return text.stripLeading().startsWith("<") ? Metalink.read(text) : JsonAnswer.read(json(text));
    }

    /** An ESGF index's answer. */
    static CatalogueFile.Answer esgfDocument(String text) {
        return EsgfAnswer.read(one(text));
    }

    /** A name like {@code CMIP6.a.b.c.d|node} is a dataset at a node, without the node one anywhere; else keywords. */
    private static URI esgf(URI search, String query, int limit) {
        String term;
        if (query.matches("\\S+\\|[a-zA-Z0-9.-]+")) {
            term = "dataset_id=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
        } else if (query.matches("[A-Za-z0-9_.-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_.-]+\\.[A-Za-z0-9_-]+")) {
            term = "query=" + URLEncoder.encode("instance_id:" + query + "*", StandardCharsets.UTF_8);
        } else {
            term = "query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
        }
        return URI.create(
                search + "?type=File&format=application%2Fsolr%2Bjson&latest=true&limit=" + limit + "&" + term);
    }

    private HttpRequest rucio(DataCatalogue catalogue, String query) throws IOException {
        int colon = query.indexOf(':');
        if (colon < 1 || colon == query.length() - 1) {
            throw new InvalidCatalogueAnswerException("needs a query of the form SCOPE:NAME");
        }
        String body = JSON.writeValueAsString(Map.of(
                "dids", List.of(Map.of("scope", query.substring(0, colon), "name", query.substring(colon + 1)))));
        return request(catalogue, URI.create(catalogue.url().toString().replaceFirst("/+$", "") + "/replicas/list"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/x-json-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private String get(DataCatalogue catalogue, URI address) throws IOException, InterruptedException {
        return send(catalogue, request(catalogue, address).GET().build());
    }

    private HttpRequest.Builder request(DataCatalogue catalogue, URI address) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(patience);
        if (catalogue.tokenFile() != null) {
            String token = Files.readString(catalogue.tokenFile()).strip();
            request.header(
                    catalogue.kind() == DataCatalogue.Kind.RUCIO ? "X-Rucio-Auth-Token" : "Authorization",
                    catalogue.kind() == DataCatalogue.Kind.RUCIO ? token : "Bearer " + token);
        }
        return request;
    }

    private String send(DataCatalogue catalogue, HttpRequest request) throws IOException, InterruptedException {
        HttpRequest now = request;
        for (int redirects = 0; ; redirects++) {
            HttpResponse<InputStream> response = http.send(now, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() == 200) {
                    byte[] bytes = BoundedBody.read(body, MOST_BYTES, patience);
                    if (bytes.length > MOST_BYTES) {
                        throw new InvalidCatalogueAnswerException("its answer is larger than " + MOST_BYTES + " bytes");
                    }
                    return new String(bytes, StandardCharsets.UTF_8);
                }
                Optional<String> elsewhere = response.headers().firstValue("Location");
                if (response.statusCode() / 100 != 3 || elsewhere.isEmpty()) {
                    throw new InvalidCatalogueAnswerException("HTTP status " + response.statusCode());
                }
                URI target = sameHost(now.uri(), elsewhere.get());
                if (redirects == MOST_REDIRECTS || !now.method().equals("GET")) {
                    throw new InvalidCatalogueAnswerException("too many redirects");
                }
                now = request(catalogue, target).GET().build();
            }
        }
    }

    private static URI sameHost(URI from, String to) {
        @Nullable URI target = null;
        try {
            target = from.resolve(to);
        } catch (IllegalArgumentException _) {
            // reported below
        }
        if (target == null
                || target.getHost() == null
                || !target.getHost().equalsIgnoreCase(from.getHost())
                || target.getPort() != from.getPort()
                || !from.getScheme().equals(target.getScheme())) {
            throw new InvalidCatalogueAnswerException("it redirects to another host, '"
                    + CatalogueAnswerValidator.line(to).toLowerCase(Locale.ROOT) + "', which is not followed");
        }
        return target;
    }

    private static JsonNode one(String text) {
        List<JsonNode> documents = json(text);
        if (documents.size() != 1) {
            throw new InvalidCatalogueAnswerException("its answer is not one JSON document");
        }
        return documents.getFirst();
    }

    /** The documents of a stream of JSON. */
    private static List<JsonNode> json(String text) {
        List<JsonNode> documents = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text)) {
            while (parser.nextToken() != null) {
                JsonNode document = parser.readValueAsTree();
                documents.add(document);
            }
        } catch (JacksonException e) {
            throw new InvalidCatalogueAnswerException("its answer is " + StrictJson.problem(e)
                    + (e.getLocation() == null
                            ? ""
                            : " at line " + e.getLocation().getLineNr()));
        }
        return documents;
    }
}
