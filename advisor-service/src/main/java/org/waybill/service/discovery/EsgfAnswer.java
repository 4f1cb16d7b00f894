package org.waybill.service.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;
import tools.jackson.databind.JsonNode;

/**
 * Files of an ESGF index: Solr's JSON, or the bare list of its documents. URLs are {@code url|mime|service}; the
 * dataset's name ends in {@code |data node}. Most fields are lists, in some indexes, and plain in others.
 */
final class EsgfAnswer {
    private EsgfAnswer() {}

    static CatalogueFile.Answer read(JsonNode answer) {
        JsonNode docs = answer.isArray() ? answer : answer.path("response").path("docs");
        if (!docs.isArray()) {
            throw new InvalidCatalogueAnswerException("not an answer of an ESGF index: response.docs is missing");
        }
        CatalogueFile.Answer listed = new CatalogueFile.Answer();
        for (JsonNode doc : docs) {
            file(doc, listed);
        }
        return listed;
    }

    private static void file(JsonNode doc, CatalogueFile.Answer listed) {
        String name = first(doc, "title");
        if (!CatalogueAnswerValidator.isName(name)) {
            listed.leftOut("a file with the invalid name '" + CatalogueAnswerValidator.line(name) + "'");
            return;
        }
        if (doc.path("retracted").asBoolean(false)) {
            listed.leftOut(name + " at " + CatalogueAnswerValidator.line(first(doc, "data_node"))
                    + ": retracted by its authors");
            return;
        }
        List<CatalogueFile.Access> accesses = new ArrayList<>();
        for (String url : all(doc, "url")) {
            String[] parts = url.split("\\|", -1);
            Optional<CatalogueFile.Access> access =
                    CatalogueAnswerValidator.access(parts[0], parts.length > 2 ? parts[2] : "", 0);
            access.ifPresent(accesses::add);
        }
        String node = first(doc, "data_node").toLowerCase(Locale.ROOT);
        if (accesses.isEmpty() || !node.matches("[a-z0-9.-]{1,255}")) {
            listed.leftOut(name + ": no usable URL or data node");
            return;
        }
        String dataset = first(doc, "dataset_id");
        int bar = dataset.indexOf('|');
        listed.files()
                .add(new CatalogueFile(
                        name,
                        CatalogueAnswerValidator.line(bar < 0 ? dataset : dataset.substring(0, bar)),
                        size(doc.path("size")),
                        checksums(doc),
                        node,
                        List.copyOf(accesses)));
    }

    private static List<Checksum> checksums(JsonNode doc) {
        List<String> values = all(doc, "checksum");
        List<String> types = all(doc, "checksum_type");
        List<Checksum> checksums = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), types.size()); i++) {
            CatalogueAnswerValidator.checksum(types.get(i), values.get(i)).ifPresent(checksums::add);
        }
        return checksums;
    }

    static @Nullable Long size(JsonNode size) {
        return size.isNumber() && size.canConvertToLong() && size.asLong() >= 0 ? size.asLong() : null;
    }

    private static String first(JsonNode doc, String field) {
        List<String> all = all(doc, field);
        return all.isEmpty() ? "" : all.getFirst();
    }

    private static List<String> all(JsonNode doc, String field) {
        JsonNode value = doc.path(field);
        if (value.isString()) {
            return List.of(value.asString());
        }
        List<String> all = new ArrayList<>();
        for (JsonNode one : value) {
            if (one.isString()) {
                all.add(one.asString());
            }
        }
        return all;
    }
}
