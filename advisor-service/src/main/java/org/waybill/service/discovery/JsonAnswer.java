package org.waybill.service.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.waybill.api.Checksum;
import tools.jackson.databind.JsonNode;

/**
 * Replica lists in JSON. Rucio's are a stream of one object a file ({@code scope, name, bytes, md5, adler32, pfns});
 * the generic ones are {@code {"files": [{"name", "size", "checksums": {type: value}, "urls": [...]}]}}, the list
 * alone, or one such object.
 */
final class JsonAnswer {
    private static final List<String> RUCIO_CHECKSUMS = List.of("md5", "adler32");

    private JsonAnswer() {}

    static CatalogueFile.Answer read(List<JsonNode> documents) {
        CatalogueFile.Answer listed = new CatalogueFile.Answer();
        for (JsonNode document : documents) {
            JsonNode files = document.isArray() ? document : document.path("files");
            if (files.isArray()) {
                files.forEach(file -> file(file, listed));
            } else if (document.isObject()) {
                file(document, listed);
            } else {
                throw new InvalidCatalogueAnswerException("the list of files is missing");
            }
        }
        return listed;
    }

    private static void file(JsonNode file, CatalogueFile.Answer listed) {
        boolean rucio = file.path("pfns").isObject();
        String name = file.path("name").asString("");
        if (!CatalogueAnswerValidator.isName(name)) {
            listed.leftOut("a file with the invalid name '" + CatalogueAnswerValidator.line(name) + "'");
            return;
        }
        List<CatalogueFile.Access> accesses = rucio ? physicalNames(file.path("pfns")) : urls(file);
        if (accesses.isEmpty()) {
            listed.leftOut(name + ": no usable URL");
            return;
        }
        String dataset = file.path(rucio ? "scope" : "dataset").asString("");
        JsonNode size = rucio || file.has("bytes") ? file.path("bytes") : file.path("size");
        listed.files()
                .add(new CatalogueFile(
                        name,
                        CatalogueAnswerValidator.line(dataset),
                        EsgfAnswer.size(size),
                        checksums(file),
                        "",
                        accesses));
    }

    private static List<CatalogueFile.Access> physicalNames(JsonNode pfns) {
        List<CatalogueFile.Access> accesses = new ArrayList<>();
        for (Map.Entry<String, JsonNode> pfn : pfns.properties()) {
            JsonNode what = pfn.getValue();
            // what must be extracted from an archive by the client is not a file that can be copied
            if (!what.path("client_extract").asBoolean(false)) {
                CatalogueAnswerValidator.access(
                                pfn.getKey(),
                                what.path("rse").asString(""),
                                Math.max(0, what.path("priority").asInt(0)))
                        .ifPresent(accesses::add);
            }
        }
        return accesses;
    }

    private static List<CatalogueFile.Access> urls(JsonNode file) {
        List<CatalogueFile.Access> accesses = new ArrayList<>();
        for (JsonNode url : file.path("urls")) {
            String text = url.isString() ? url.asString() : url.path("url").asString("");
            CatalogueAnswerValidator.access(
                            text,
                            url.path("service").asString(""),
                            Math.max(0, url.path("priority").asInt(0)))
                    .ifPresent(accesses::add);
        }
        return accesses;
    }

    private static List<Checksum> checksums(JsonNode file) {
        List<Checksum> checksums = new ArrayList<>();
        for (Map.Entry<String, JsonNode> one : file.path("checksums").properties()) {
            CatalogueAnswerValidator.checksum(one.getKey(), one.getValue().asString(""))
                    .ifPresent(checksums::add);
        }
        for (String type : RUCIO_CHECKSUMS) {
            CatalogueAnswerValidator.checksum(type, file.path(type).asString(""))
                    .ifPresent(checksums::add);
        }
        return checksums;
    }
}
