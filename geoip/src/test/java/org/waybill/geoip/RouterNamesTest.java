package org.waybill.geoip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterNamesTest {
    private final RouterNames names = new RouterNames(CodeTable.builtIn());

    @ParameterizedTest
    @CsvSource({
        "denvcr5-ip-a-sacrcr5.es.net, Denver",
        "sacrcr5-ip-a-sunncr5.es.net, Sacramento",
        "eqxashcr5-ip-c-washcr5.es.net, Ashburn",
        "eqx-ash-cr5.es.net, Ashburn",
        "sunn-pt1.es.net, Sunnyvale",
        "fnal-mr2.es.net., Batavia",
        "lbnl59-cr6.es.net, Berkeley",
        "newy32aoa-cr6.es.net, New York",
        "cern-513-cr5.es.net, Geneva",
        "y12-cr6.es.net, Oak Ridge",
        "denv-cr5, Denver",
        "cern-513-cr5, Geneva",
        "sunncr5-ip-c-slac.slac.stanford.edu, Sunnyvale",
        "et-10-0-0.107.rtsw.chic.net.internet2.edu, Chicago",
        "ae-3.80.rtsw.KANS.net.internet2.edu, Kansas City",
        "lo-0.8.rtsw.newy32aoa.net.internet2.edu, New York",
        "xe-1-0-0.0.core1.salt.net.internet2.edu, Salt Lake City",
        "dtn-pas.cinc.nrp.internet2.edu, Cincinnati",
        "ae2.mx1.gen.ch.geant.net, Geneva",
        "ae1.mx1.mil2.it.geant.net, Milan",
        "internet2-gw.mx1.lon.uk.geant.net, London",
        "ae0.mx1.chi.md.geant.net, Chisinau",
        "xe-0-0-2x2060.nw-chi3.mich.net, Chicago",
        "be2271.ccr21.bos01.atlas.cogentco.com, Boston",
        "ae-1.edge3.frankfurt1.level3.net, Frankfurt",
        "ae7.cr1.lon2.example.ac.uk, London",
        "te0-0.dallas2.example.net, Dallas"
    })
    void readsTheSiteOfTheAnsweringRouter(String name, String city) {
        assertThat(names.find(name)).isNotNull().extracting(Place::city).isEqualTo(city);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rtr-core2-p2p-serv01-02.slac.stanford.edu",
                "dmz-rtr-1-ny32-rtr-1.mit.edu",
                "desk146.internet2.edu",
                "mam-45.merit.edu",
                "gig1-0.router.example.net",
                "man.example.net",
                "ae1.mx1.chi.de.geant.net",
                "lax-nyc.backbone.example.net",
                "chicago.com",
                "localhost",
                "...",
                ""
            })
    void readsNothingIntoOtherNames(String name) {
        assertThat(names.find(name)).isNull();
    }

    @Test
    void survivesAnyName() {
        Random random = new Random(7);
        String alphabet = "abcdenvchi0159-.._\u00e9 \t";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                name.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            name.append(random.nextInt(3) == 0 ? ".es.net" : random.nextInt(2) == 0 ? ".geant.net" : "");
            names.find(name.toString());
        }
    }
}
