package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageSpace;
import org.waybill.service.Xml;
import org.waybill.service.provision.srm.SrmClient;
import org.waybill.service.provision.wire.Soap;

/** SRM v2.2 against a storage system with a slow tape. */
class SrmClientTest {
    private static final String NAMESPACE = "http://srm.lbl.gov/StorageResourceManager";
    private static final String SURL = "srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1";

    private final Set<String> open = new TreeSet<>();
    private StubServer server;
    private int polls;
    private int ready = 3;
    private boolean listsLater;
    private String refusal = "";
    private String turl = "gsiftp://pool7.example.org:2811//data/f1";
    private String token = "tok-1";

    @BeforeEach
    void start() throws IOException {
        server = new StubServer(request -> answer(Xml.parse(request.body())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private SrmClient client(Duration patience) {
        return new SrmClient(server.exchange("/srm/managerv2", Map.of()), Duration.ofMillis(10), patience);
    }

    private SrmClient client() {
        return client(Duration.ofSeconds(10));
    }

    private StorageRequest ready(StorageRequest asked, boolean write) {
        StorageRequest now = asked;
        while (!now.ready()) {
            now = client().look(SURL, now.token(), write);
        }
        return now;
    }

    private StubServer.Answer answer(Document message) {
        Element call = Xml.children(Soap.body(message)).getFirst();
        String operation = call.getLocalName();
        String status = refusal.isEmpty() ? "SRM_SUCCESS" : refusal;
        String content = refusal.isEmpty()
                ? switch (operation) {
                    case "srmPing" -> "<versionInfo>v2.2</versionInfo>";
                    case "srmGetTransferProtocols" ->
                        "<protocolInfo><protocolArray><transferProtocol>gsiftp</transferProtocol>"
                            + "</protocolArray><protocolArray><transferProtocol>https</transferProtocol></protocolArray>"
                            + "</protocolInfo>";
                    case "srmLs" ->
                        listsLater
                                ? "<requestToken>ls-1</requestToken>"
                                : "<details><pathDetailArray><path>/data</path><type>DIRECTORY</type><arrayOfSubPaths>"
                                      + "<pathDetailArray><path>/data/f1</path><size>5000000000</size><fileLocality>NEARLINE"
                                      + "</fileLocality><type>FILE</type></pathDetailArray></arrayOfSubPaths>"
                                      + "</pathDetailArray></details>";
                    case "srmStatusOfLsRequest" -> "";
                    case "srmPrepareToGet", "srmPrepareToPut" -> {
                        open.add(token);
                        status = ready == 0 ? "SRM_SUCCESS" : "SRM_REQUEST_QUEUED";
                        yield "<requestToken>" + token + "</requestToken>"
                                + (ready == 0 ? file(true, operation.endsWith("Get")) : "");
                    }
                    case "srmStatusOfGetRequest", "srmStatusOfPutRequest" -> {
                        boolean done = ++polls >= ready;
                        status = done ? "SRM_SUCCESS" : "SRM_REQUEST_INPROGRESS";
                        yield file(done, operation.contains("Get"));
                    }
                    case "srmReleaseFiles", "srmPutDone", "srmAbortRequest" -> {
                        open.remove(Xml.text(call, "requestToken"));
                        yield "";
                    }
                    case "srmReserveSpace" ->
                        "<sizeOfTotalReservedSpace>2000</sizeOfTotalReservedSpace>"
                                + "<sizeOfGuaranteedReservedSpace>1000</sizeOfGuaranteedReservedSpace>"
                                + "<spaceToken>space-1</spaceToken>";
                    case "srmGetSpaceTokens" ->
                        "<arrayOfSpaceTokens><stringArray>space-1</stringArray></arrayOfSpaceTokens>";
                    case "srmGetSpaceMetaData" ->
                        "<arrayOfSpaceDetails><spaceDataArray><spaceToken>space-1</spaceToken>"
                            + "<totalSize>2000</totalSize><unusedSize>1500</unusedSize></spaceDataArray></arrayOfSpaceDetails>";
                    case "srmReleaseSpace" -> "";
                    default -> throw new IllegalArgumentException(operation);
                }
                : "";
        if (listsLater) {
            status = "SRM_REQUEST_INPROGRESS";
        }
        String head = operation.equals("srmPing")
                ? ""
                : "<returnStatus><statusCode>" + status + "</statusCode>"
                        + "<explanation>as the test\nwants</explanation></returnStatus>";
        String reply = "<soap:Envelope xmlns:soap='" + Soap.V11 + "'><soap:Body><s:" + operation + "Response xmlns:s='"
                + NAMESPACE + "'><" + operation + "Response>" + head + content + "</" + operation + "Response></s:"
                + operation + "Response></soap:Body></soap:Envelope>";
        return new StubServer.Answer(200, "text/xml", reply.getBytes(StandardCharsets.UTF_8));
    }

    private String file(boolean done, boolean get) {
        return "<arrayOfFileStatuses><statusArray><" + (get ? "sourceSURL>" : "SURL>") + SURL
                + (get ? "</sourceSURL>" : "</SURL>") + "<fileSize>5000000000</fileSize><status><statusCode>"
                + (done ? get ? "SRM_FILE_PINNED" : "SRM_SPACE_AVAILABLE" : "SRM_REQUEST_INPROGRESS")
                + "</statusCode></status>" + (done ? "<transferURL>" + turl + "</transferURL>" : "")
                + "</statusArray></arrayOfFileStatuses>";
    }

    @Test
    void saysWhatTheSystemIsAndHas() {
        assertThat(client().ping()).isEqualTo("v2.2");
        assertThat(client().protocols()).containsExactly("gsiftp", "https");
        assertThat(client().list("srm://srm.example.org:8443/srm/managerv2?SFN=/data"))
                .containsExactly(new StorageEntry("/data/f1", 5_000_000_000L, "FILE", "NEARLINE"));
    }

    @Test
    void tellsWhenTheTapeIsReadAndReleasesTheFile() {
        StorageRequest transfer = ready(client().askToGet(SURL, List.of("gsiftp", "https")), false);
        assertThat(polls).isEqualTo(3);
        assertThat(transfer)
                .isEqualTo(new StorageRequest(
                        SURL, "tok-1", true, "gsiftp://pool7.example.org:2811//data/f1", 5_000_000_000L, 0));
        client().release(transfer);
        assertThat(open).isEmpty();
    }

    @Test
    void aPutIsToldDone() {
        StorageRequest transfer = ready(client().askToPut(SURL, 5_000_000_000L, List.of("gsiftp")), true);
        assertThat(transfer.transferUrl()).startsWith("gsiftp://");
        client().putDone(transfer);
        assertThat(open).isEmpty();
    }

    @Test
    void whatIsNoLongerWantedIsTakenBack() {
        client().abort(client().askToGet(SURL, List.of("gsiftp")).token());
        assertThat(open).isEmpty();
    }

    @Test
    void aListThatNeverComesIsGivenUp() {
        listsLater = true;
        assertThatThrownBy(() -> client(Duration.ofMillis(100)).list(SURL)).hasMessageContaining("not ready within");
        listsLater = false;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "https://pool7.example.org/data/f1",
                "gsiftp:/data/f1",
                "/data/f1",
                "--upload-file=/etc/passwd",
                "-o gsiftp://h/x",
                "gsiftp://pool7.example.org/a b",
                "gsiftp://pool7/a&#155;31m",
                "gsiftp://pool7/a&#10;rm -rf x",
                "gsiftp://-oProxyCommand=x/data",
                "gsiftp:///data/f1",
                "gsiftp://",
                "gsiftp://pool7/a&quot;b",
                "gsiftp://pool7/a`b`",
                "gsiftp://pool7/\u202Egpj.exe",
                "javascript:alert(1)"
            })
    void aTransferUrlThatLiesIsNotPassedOnAndTheRequestIsTakenBack(String lie) {
        turl = lie;
        ready = 0;
        assertThatThrownBy(() -> client().askToGet(SURL, List.of("gsiftp")))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.UNAVAILABLE))
                .hasMessage("Stub returns a transfer URL whose protocol is not one of gsiftp");
        assertThat(open).isEmpty();
    }

    @Test
    void whoeverAsksAfterARequestIsLiedToNoMoreThanWhoeverMadeIt() {
        StorageRequest asked = client().askToGet(SURL, List.of("gsiftp"));
        ready = 0;
        assertThat(client().look(SURL, asked.token(), false).transferUrl()).isEqualTo(turl);
        turl = "file:///etc/passwd";
        assertThatThrownBy(() -> client().look(SURL, asked.token(), false))
                .hasMessageStartingWith("Stub returns a transfer URL whose protocol is not one of gsiftp, https");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "-x", "a&#10;b", "&#155;2J"})
    void aRequestTokenIsAWord(String lie) {
        token = lie;
        assertThatThrownBy(() -> client().askToGet(SURL, List.of("gsiftp")))
                .hasMessage("Stub returns an invalid request token");
    }

    @Test
    void reservesAndShowsSpace() {
        assertThat(client().reserveSpace(1000, Duration.ofDays(1)))
                .isEqualTo(new StorageSpace("space-1", 2000, 1000, -1));
        assertThat(client().spaces()).containsExactly(new StorageSpace("space-1", 2000, -1, 1500));
        client().releaseSpace("space-1");
    }

    @Test
    void aRefusalIsOneLineWithItsCode() {
        Map.of(
                        "SRM_AUTHORIZATION_FAILURE",
                        ServiceException.FORBIDDEN,
                        "SRM_INVALID_PATH",
                        ServiceException.NOT_FOUND,
                        "SRM_DUPLICATION_ERROR",
                        ServiceException.CONFLICT,
                        "SRM_INTERNAL_ERROR",
                        ServiceException.UNAVAILABLE)
                .forEach((code, ours) -> {
                    refusal = code;
                    assertThatThrownBy(() -> client().list(SURL))
                            .isInstanceOfSatisfying(
                                    ServiceException.class,
                                    refused -> assertThat(refused.code()).isEqualTo(ours))
                            .hasMessage("Stub refuses: " + code + " as the test wants");
                });
    }

    /** As by every other protocol: exit code 7, and the words of a local disk. */
    @ParameterizedTest
    @ValueSource(strings = {"SRM_NO_FREE_SPACE", "SRM_NO_USER_SPACE", "SRM_EXCEED_ALLOCATION"})
    void noRoomIsAFullDisk(String code) {
        refusal = code;
        assertThatThrownBy(() -> client().askToPut(SURL, 1000, List.of("gsiftp")))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.DISK_FULL))
                .hasMessage("Stub: the disk is full, or a quota is used up: " + code
                        + " as the test wants; make room and run it again");
    }

    @Test
    void everyRequestIsValidByTheWsdl() throws Exception {
        saysWhatTheSystemIsAndHas();
        tellsWhenTheTapeIsReadAndReleasesTheFile();
        aPutIsToldDone();
        reservesAndShowsSpace();
        whatIsNoLongerWantedIsTakenBack();
        aListThatNeverComesIsGivenUp();
        String wsdl = Files.readString(TestData.file("srm/srm.v2.2.wsdl"));
        Set<String> operations = new TreeSet<>();
        for (StubServer.Request request : server.requests()) {
            Element call = Xml.children(Soap.body(Xml.parse(request.body()))).getFirst();
            operations.add(call.getLocalName());
            schema(wsdl, call.getLocalName()).newValidator().validate(new DOMSource(call));
        }
        assertThat(operations).hasSize(15);
    }

    /** The WSDL's types with what RPC style makes of an operation's message: one element of the part's type. */
    private static Schema schema(String wsdl, String operation) throws Exception {
        String types = wsdl.substring(wsdl.indexOf("<schema "), wsdl.indexOf("</schema>"))
                .replaceFirst(
                        "<schema ",
                        "<schema xmlns:impl='" + NAMESPACE + "' xmlns:xsd='" + XMLConstants.W3C_XML_SCHEMA_NS_URI
                                + "' ");
        String element = "<element name='" + operation + "'><complexType><sequence><element name='" + operation
                + "Request' type='impl:" + operation + "Request'/></sequence></complexType></element></schema>";
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(types + element)));
    }
}
