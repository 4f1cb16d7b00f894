package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.CatalogSource;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.RowError;
import org.waybill.api.catalog.Site;
import org.waybill.protocol.Protocol;
import org.waybill.service.provision.TestData;

/** OSG's topology and GOCDB's XML in the catalogue, and what becomes near because of them. */
class ForeignCatalogueTest {
    private static final String OSG_HEADING =
            "facility,site,resource_group,resource,fqdn,fqdn_aliases,active,production,service,uri,latitude,longitude,"
                    + "wlcg_name\n";
    private static final String OSG = OSG_HEADING
            + "Hill Laboratory,Hill Lab,G,R1,dtn.hill-lab.test,,True,True,GridFtp,,-50.0,-100.0,\n"
            + "Hill Laboratory,Hill Lab,G,R2,se.hill-lab.test,,True,True,SRMv2,se.hill-lab.test:10443,-50.0,-100.0,\n"
            + "Hill Laboratory,Hill Lab,G,R3,ce.hill-lab.test,,True,True,CE,,-50.0,-100.0,\n"
            + "Hill Laboratory,Hill Lab,G,R4,off.hill-lab.test,,False,True,GridFtp,,-50.0,-100.0,\n"
            + "\"Valley, University of\",Valley,G,R5,grid.valley.test,,True,True,XRootD component,"
            + "root://grid.valley.test:1095//store,-50.4,-100.0,\n"
            + "Valley,Broken,G,R6,a b,,True,True,GridFtp,,-50.4,-100.0,\n"
            + "Valley,Nowhere,G,R7,h.valley2.test,,True,True,GridFtp,,north,-100.0,\n";

    private static final String GOCDB_SITES = """
        <?xml version="1.0" encoding="UTF-8"?>
        <results><SITE ID="1" PRIMARY_KEY="1" NAME="DALE-LCG2"><PRIMARY_KEY>1</PRIMARY_KEY>
        <SHORT_NAME>DALE-LCG2</SHORT_NAME><OFFICIAL_NAME>Institute of the Dale</OFFICIAL_NAME>
        <COUNTRY_CODE>CH</COUNTRY_CODE><COUNTRY>Switzerland</COUNTRY><LATITUDE>-50.2</LATITUDE>
        <LONGITUDE>-100.1</LONGITUDE><DOMAIN><DOMAIN_NAME>dale.test</DOMAIN_NAME></DOMAIN></SITE></results>
        """;
    private static final String GOCDB_SERVICES = """
        <?xml version="1.0" encoding="UTF-8"?>
        <results><SERVICE_ENDPOINT PRIMARY_KEY="9"><HOSTNAME>gridftp.dale.test</HOSTNAME>
        <SERVICE_TYPE>globus-GRIDFTP</SERVICE_TYPE><IN_PRODUCTION>Y</IN_PRODUCTION><SITENAME>DALE-LCG2</SITENAME>
        <COUNTRY_CODE>CH</COUNTRY_CODE></SERVICE_ENDPOINT>
        <SERVICE_ENDPOINT PRIMARY_KEY="10"><HOSTNAME>dav.dale.test</HOSTNAME><SERVICE_TYPE>webdav</SERVICE_TYPE>
        <URL>https://dav.dale.test:2443/webdav</URL><IN_PRODUCTION>Y</IN_PRODUCTION><SITENAME>DALE-LCG2</SITENAME>
        </SERVICE_ENDPOINT>
        <SERVICE_ENDPOINT PRIMARY_KEY="11"><HOSTNAME>old.dale.test</HOSTNAME><SERVICE_TYPE>SRM</SERVICE_TYPE>
        <IN_PRODUCTION>N</IN_PRODUCTION><SITENAME>DALE-LCG2</SITENAME></SERVICE_ENDPOINT></results>
        """;

    private static CatalogService catalogue;
    private static AdvisorService advisor;

    @BeforeAll
    static void connect() throws IOException {
        catalogue = TestClients.catalogue(Standalone.shared().service);
        advisor = TestClients.advisor(Standalone.shared().service);
    }

    @Test
    void osgsResourcesBecomeSitesHostsAndServicesNearby() {
        ImportReport dry = catalogue.importFrom(CatalogSource.OSG_TOPOLOGY, OSG, true);
        assertThat(catalogue.list(CatalogKind.HOST, "hill-lab.test", 0, 10).total())
                .isZero();
        ImportReport report = catalogue.importFrom(CatalogSource.OSG_TOPOLOGY, OSG, false);
        assertThat(report.added()).isEqualTo(dry.added()).isGreaterThan(10);
        assertThat(report.errors()).extracting(RowError::row).containsExactly(7, 8);
        assertThat(catalogue.list(CatalogKind.HOST, "hill-lab.test", 0, 10).entries())
                .map(Host.class::cast)
                .extracting(Host::name)
                .containsExactly("dtn.hill-lab.test", "se.hill-lab.test");
        ImportReport again = catalogue.importFrom(CatalogSource.OSG_TOPOLOGY, OSG, false);
        assertThat(again.added() + again.changed()).isZero();

        HostProfile plain = advisor.profile("login7.hill-lab.test");
        assertThat(plain.site()).isEqualTo("Hill Lab");
        assertThat(plain.nearby())
                .extracting(NearbyHost::host)
                .contains("grid.valley.test")
                .filteredOn(name -> name.endsWith("hill-lab.test"))
                .containsExactly("dtn.hill-lab.test", "se.hill-lab.test");
        assertThat(plain.nearby())
                .filteredOn(host -> host.host().equals("se.hill-lab.test"))
                .first()
                .satisfies(host -> assertThat(host.services())
                        .extracting(ServiceEndpoint::port)
                        .containsExactly(10_443));
        assertThat(plain.nearby())
                .filteredOn(host -> host.host().equals("grid.valley.test"))
                .first()
                .satisfies(host -> {
                    assertThat(host.distanceKm()).isBetween(40.0, 50.0);
                    assertThat(host.services())
                            .extracting(ServiceEndpoint::protocol)
                            .containsExactly(Protocol.XROOTD);
                });
    }

    @Test
    void gocdbsServicesAndSitesCompleteEachOther() {
        assertThat(catalogue
                        .importFrom(CatalogSource.GOCDB, GOCDB_SERVICES, false)
                        .errors())
                .isEmpty();
        Site bare = (Site)
                catalogue.list(CatalogKind.SITE, "dale-lcg2", 0, 1).entries().getFirst();
        assertThat(bare.latitude()).isNull();
        assertThat(catalogue.importFrom(CatalogSource.GOCDB, GOCDB_SITES, false).changed())
                .isOne();
        Site placed = (Site)
                catalogue.list(CatalogKind.SITE, "dale-lcg2", 0, 1).entries().getFirst();
        assertThat(placed.latitude()).as(bare + " " + placed).isEqualTo(-50.2);
        HostProfile plain = advisor.profile("pc12.dale.test");
        assertThat(plain.nearby())
                .extracting(NearbyHost::host)
                .startsWith("gridftp.dale.test", "dav.dale.test")
                .doesNotContain("old.dale.test");
        assertThat(plain.nearby().get(1).services().getFirst().port()).isEqualTo(2443);
    }

    @Test
    void aSiteFarFromItsOwnDomainIsNotBelieved() {
        catalogue.importFrom(
                CatalogSource.GOCDB, GOCDB_SITES.replace("DALE-LCG2", "MOOR").replace("dale.test", "moor.test"), false);
        String elsewhere = OSG_HEADING + "Moor,MOOR_ESnet,G,R,dtn.moor.test,,True,True,GridFtp,,-50.2,-120.0,\n";
        ImportReport report = catalogue.importFrom(CatalogSource.OSG_TOPOLOGY, elsewhere, false);
        assertThat(report.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("km from MOOR, the site of dtn.moor.test"));
        Site site = (Site)
                catalogue.list(CatalogKind.SITE, "moor_esnet", 0, 1).entries().getFirst();
        assertThat(site.longitude()).isEqualTo(-100.1);
    }

    @Test
    void theRealTopologyOf2018IsTakenOver() throws IOException {
        Path resources = TestData.file("osg-topology/resources_2018.csv");
        ImportReport report = catalogue.importFrom(CatalogSource.OSG_TOPOLOGY, Files.readString(resources), false);
        assertThat(report.errors()).isEmpty();
        catalogue.importFrom(
                CatalogSource.OSG_TOPOLOGY, Files.readString(TestData.file("osg-topology/sites_2018.csv")), false);
        assertThat(advisor.profile("dea.fnal.gov").nearby())
                .extracting(NearbyHost::host)
                .contains("fndca1.fnal.gov", "cmsosgce.fnal.gov");
        assertThat(advisor.profile("dea.fnal.gov").nearby().getFirst().distanceKm())
                .isLessThan(10);
        Site site = (Site)
                catalogue.list(CatalogKind.SITE, "fermigrid", 0, 1).entries().getFirst();
        assertThat(site.city()).isEqualTo("Batavia");
    }

    @Test
    void whatIsNoSuchListIsRefusedInOneLineWhateverItIs() {
        for (CatalogSource source : CatalogSource.values()) {
            for (String broken : new String[] {
                "",
                "nonsense",
                "a,b\n1,2\n",
                "<x/>",
                "<results>",
                "{}",
                "\0",
                "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><results>&e;</results>"
            }) {
                assertThatThrownBy(() -> catalogue.importFrom(source, broken, true))
                        .as(source + " " + broken)
                        .isInstanceOfSatisfying(ServiceException.class, refused -> {
                            assertThat(refused.code()).isEqualTo(ServiceException.BAD_REQUEST);
                            assertThat(refused.getMessage()).hasLineCount(1);
                        });
            }
        }
    }

    @Test
    void listsWithAFewBytesChangedAreReadOrRefusedAndNeverBreakTheService() {
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            boolean osg = i % 2 == 0;
            StringBuilder text = new StringBuilder(osg ? OSG : i % 4 == 1 ? GOCDB_SITES : GOCDB_SERVICES);
            for (int k = random.nextInt(4); k >= 0; k--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, (char) random.nextInt(256));
                    default -> text.setCharAt(at, (char) (1 + random.nextInt(0xd7fe)));
                }
            }
            try {
                catalogue.importFrom(osg ? CatalogSource.OSG_TOPOLOGY : CatalogSource.GOCDB, text.toString(), true);
            } catch (ServiceException e) {
                assertThat(e.code())
                        .as("seed 3, list " + i + ": " + e.getMessage())
                        .isEqualTo(ServiceException.BAD_REQUEST);
            }
        }
    }
}
