package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryNamesTest {
    @ParameterizedTest
    @CsvSource({
        "/data/run7,run7",
        "/data/run7/,run7",
        "run7//,run7",
        "run7,run7",
        "'/data/ a b ',' a b '",
        "/,''",
        "'',''"
    })
    void aPathsLastNameIsWhatTheThingIsCalled(String path, String name) {
        assertThat(EntryNames.last(path)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        ".waybill-0123456789abcdef0123456789abcdef-0123456789ab.partial,true",
        ".waybill-0123456789abcdef0123456789abcdef-0123456789ab.part,true",
        ".waybill-0123456789abcdef0123456789abcdef.partially,false"
    })
    void partialFilesOfThisAndEarlierVersionsAreKnown(String name, boolean own) {
        assertThat(EntryNames.isOwn(name)).isEqualTo(own);
    }

    @ParameterizedTest
    @CsvSource({
        ".waybill-0123456789abcdef0123456789abcdef-0123456789ab.partial,true",
        ".waybill-0123456789abcdef0123456789abcdef.part,true",
        ".waybill-0123456789abcdef0123456789abcdef.part.sums,false",
        ".waybill-0123456789abcdef0123456789abcdef.lock,false",
        "a.part,false"
    })
    void whatHoldsDataThatHaveNotArrivedIsKnown(String name, boolean partial) {
        assertThat(EntryNames.isPartial(name)).isEqualTo(partial);
    }
}
