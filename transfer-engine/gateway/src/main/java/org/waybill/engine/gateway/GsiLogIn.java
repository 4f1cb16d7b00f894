package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.DataProtection;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.GridLogIn;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gsi.GsiAcceptor;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiDataSecurity;
import org.waybill.engine.gsi.GsiException;

/** A client's authentication by AUTH GSSAPI and ADAT (RFC 2228), and what it requests for its data connections. */
final class GsiLogIn {
    private final GsiSettings settings;
    private @Nullable GsiAcceptor context;
    private boolean authenticatesData = true;
    private boolean privacy;

    GsiLogIn(GsiSettings settings) {
        this.settings = settings;
    }

    FtpReply auth(String mechanism) throws IOException {
        if (!mechanism.strip().equalsIgnoreCase("GSSAPI")) {
            throw new FtpError(504, "only AUTH GSSAPI");
        }
        context = new GsiAcceptor(settings.credential(), settings.trust());
        return FtpReply.of(334, "Using authentication type GSSAPI; ADAT must follow.");
    }

    /** Takes a token; a reply of 235 says that the client is known and that the channel is protected from now on. */
    FtpReply adat(String token) throws IOException {
        GsiAcceptor acceptor = context;
        if (acceptor == null || acceptor.isDone()) {
            throw new FtpError(503, "AUTH comes first");
        }
        try {
            byte[] answer = acceptor.take(Base64.getDecoder().decode(token.strip()));
            if (!acceptor.isDone()) {
                return FtpReply.of(
                        335, "ADAT=" + Base64.getEncoder().encodeToString(answer == null ? new byte[0] : answer));
            }
        } catch (GsiException | IllegalArgumentException e) {
            context = null;
            throw new FtpError(535, "authentication failed: " + e.getMessage());
        }
        if (!settings.admits(acceptor.peerIdentity())) {
            context = null;
            throw new FtpError(535, acceptor.peerIdentity() + " is not allowed to use this gateway");
        }
        return FtpReply.of(235, "GSSAPI authentication succeeded.");
    }

    GsiAcceptor context() {
        return Objects.requireNonNull(context, "authenticate first");
    }

    X500Principal identity() throws GsiException {
        return context().peerIdentity();
    }

    /** The proxy to act with at remote servers. */
    Optional<GridLogIn> delegated(String host) {
        return context()
                .delegated()
                .map(proxy -> new GridLogIn(proxy, settings.trust(), host, GridLogIn.MAPPED, privacy));
    }

    FtpReply dcau(String argument) throws FtpError {
        switch (argument.strip().toUpperCase(Locale.ROOT)) {
            case "N" -> authenticatesData = false;
            case "A" -> authenticatesData = true;
            default -> throw new FtpError(504, "DCAU takes N or A");
        }
        return FtpReply.of(200, "DCAU " + argument.strip());
    }

    FtpReply prot(String argument) throws FtpError {
        switch (argument.strip().toUpperCase(Locale.ROOT)) {
            case "C" -> privacy = false;
            case "S", "E", "P" -> privacy = true;
            default -> throw new FtpError(504, "PROT takes C, S, E or P");
        }
        return FtpReply.of(200, "PROT " + argument.strip());
    }

    /** How the client's data connections are secured: with the proxy where there is one, as its peers expect. */
    DataChannel.Security dataSecurity() throws GsiException {
        if (!authenticatesData) {
            return DataChannel.Security.NONE;
        }
        GsiCredential ours = context().delegated().orElse(settings.credential());
        return DataProtection.of(new GsiDataSecurity(ours, settings.trust(), identity(), privacy), privacy);
    }
}
