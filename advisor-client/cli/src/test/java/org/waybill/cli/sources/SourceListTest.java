package org.waybill.cli.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;

class SourceListTest {
    @Test
    void directoriesThatWildcardsMatchAndThatCannotBeListedAreTold() throws Exception {
        Entry open = Entry.directory("/data/open");
        Entry closed = Entry.directory("/data/closed");
        Entry one = new Entry("/data/file", Entry.Kind.FILE, 1, null, -1, null, true);
        Map<String, Map<String, Entry>> there = Map.of(
                "/data/",
                Map.of("closed", closed, "file", one, "open", open),
                "/data/open/",
                Map.of("x", one.at("/data/open/x")));
        List<String> told = new ArrayList<>();
        SourceList sources = new SourceList(new SourceList.Places() {
            @Override
            public Endpoint parse(String text) throws TransferException {
                return EndpointParser.parse(text);
            }

            @Override
            public Optional<Map<String, Entry>> names(Endpoint directory) {
                return Optional.ofNullable(there.get(directory.location().path()));
            }

            @Override
            public boolean exists(Endpoint place) {
                return false;
            }

            @Override
            public void passOver(String directory) {
                told.add(directory);
            }
        });
        assertThat(sources.parts(List.of("/data/*/x")))
                .containsExactly(new SourceList.Part("/data/open/", List.of("x")));
        assertThat(told).containsExactly("/data/closed/");
    }
}
