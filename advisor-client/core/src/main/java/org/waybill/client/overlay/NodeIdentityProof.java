package org.waybill.client.overlay;

import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.waybill.api.overlay.LinkResult;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayReport;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.RouteKey;

/** A node's certificate and Ed25519 key, with which it signs what it reports. */
public final class NodeIdentityProof {
    private final RouteKey key;
    private final String certificate;
    private final String endorsement;

    public NodeIdentityProof(Path home) throws TransferException {
        NodeIdentity identity = NodeIdentity.loadOrCreate(home);
        key = RouteKey.loadOrCreate(home);
        endorsement = Base64.getEncoder().encodeToString(key.endorsement(identity));
        try {
            certificate =
                    Base64.getEncoder().encodeToString(identity.certificate().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A signed report. */
    public RelayReport report(
            String name, String host, int port, Instant at, RelayHealth health, List<LinkResult> measured) {
        RelayReport report = new RelayReport(
                name,
                host,
                port,
                certificate,
                HexFormat.of().formatHex(key.publicKey()),
                endorsement,
                at,
                health,
                measured,
                "");
        return report.signed(Base64.getEncoder().encodeToString(key.sign(report.signedText())));
    }
}
