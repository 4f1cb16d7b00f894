package org.waybill.service.provision.srm;

import java.util.List;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.service.Xml;
import org.waybill.service.provision.wire.Soap;

/** Requests of SRM v2.2: RPC style, so that the operation's element is qualified and all within it is not. */
final class SrmMessages {
    static final String NAMESPACE = "http://srm.lbl.gov/StorageResourceManager";

    private final Document envelope = Soap.envelope(Soap.V11);
    private final Element request;

    private SrmMessages(String operation) {
        Element call = Xml.add(Soap.body(envelope), NAMESPACE, "srm:" + operation);
        request = Xml.add(call, "", operation + "Request");
    }

    static SrmMessages of(String operation) {
        return new SrmMessages(operation);
    }

    SrmMessages with(String name, String value) {
        Xml.add(request, "", name, value);
        return this;
    }

    SrmMessages with(String name, long value) {
        return with(name, String.valueOf(value));
    }

    /** A list of texts, as {@code ArrayOfAnyURI} and {@code ArrayOfString} are. */
    SrmMessages with(String name, String element, List<String> values) {
        Element array = Xml.add(request, "", name);
        values.forEach(value -> Xml.add(array, "", element, value));
        return this;
    }

    /** The storage system's own settings, of which there are none; {@code srmLs} insists on them. */
    SrmMessages withoutStorageInfo() {
        Element info = Xml.add(request, "", "storageSystemInfo");
        info.setAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "xsi:nil", "true");
        return this;
    }

    /** One file to be had, or to be taken with its expected size. */
    SrmMessages withFile(String name, String surl, long expectedBytes) {
        Element file = Xml.add(Xml.add(request, "", "arrayOfFileRequests"), "", "requestArray");
        Xml.add(file, "", name, surl);
        if (expectedBytes >= 0) {
            Xml.add(file, "", "expectedFileSize", String.valueOf(expectedBytes));
        }
        return this;
    }

    /** The protocols that we can copy data with, best first. */
    SrmMessages withProtocols(List<String> protocols) {
        Element array = Xml.add(Xml.add(request, "", "transferParameters"), "", "arrayOfTransferProtocols");
        protocols.forEach(protocol -> Xml.add(array, "", "stringArray", protocol));
        return this;
    }

    /** Kept on disk, and not promised for ever: what a transfer needs. */
    SrmMessages withReplicaOnline() {
        Element policy = Xml.add(request, "", "retentionPolicyInfo");
        Xml.add(policy, "", "retentionPolicy", "REPLICA");
        Xml.add(policy, "", "accessLatency", "ONLINE");
        return this;
    }

    Document envelope() {
        return envelope;
    }
}
