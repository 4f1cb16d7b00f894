package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.CrlCheckingMode;
import eu.emi.security.authn.x509.NamespaceCheckingMode;
import eu.emi.security.authn.x509.ProxySupport;
import eu.emi.security.authn.x509.RevocationParameters;
import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import eu.emi.security.authn.x509.impl.OpensslCertChainValidator;
import eu.emi.security.authn.x509.impl.ValidatorParams;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.stream.Collectors;
import javax.net.ssl.X509ExtendedTrustManager;
import org.waybill.engine.identity.ChainTrust;

/**
 * The certification authorities of a directory in OpenSSL's layout ({@code HASH.0}, {@code HASH.signing_policy}), as in
 * {@code /etc/grid-security/certificates}. Proxies are allowed; revocation lists are honoured where they are present.
 * Reading the directory costs time: make one and share it.
 */
public final class GsiTrust implements AutoCloseable {
    private static final long REREAD_MILLIS = 60_000;

    private final X509CertChainValidatorExt validator;

    private GsiTrust(X509CertChainValidatorExt validator) {
        this.validator = validator;
    }

    public static GsiTrust in(Path directory) {
        return new GsiTrust(new OpensslCertChainValidator(
                directory.toString(),
                true,
                NamespaceCheckingMode.EUGRIDPMA_AND_GLOBUS,
                REREAD_MILLIS,
                new ValidatorParams(new RevocationParameters(CrlCheckingMode.IF_VALID), ProxySupport.ALLOW)));
    }

    X509ExtendedTrustManager trustManager() {
        return new ProxyAware();
    }

    @Override
    public void close() {
        validator.dispose();
    }

    /**
     * An extended trust manager, so that the TLS provider adds no checks of its own: a host's certificate may be for
     * clients too, and a proxy is for neither in particular. Who the peer is, is checked by name afterwards.
     */
    private final class ProxyAware extends ChainTrust {
        @Override
        protected void check(X509Certificate[] chain) throws CertificateException {
            ValidationResult result = validator.validate(chain);
            if (!result.isValid()) {
                requireTheirTime(chain);
                throw new CertificateException(
                        result.getErrors().stream().map(Object::toString).collect(Collectors.joining("; ")));
            }
        }

        /** The commonest reason, which is ours to put right as often as the peer's. */
        private static void requireTheirTime(X509Certificate[] chain) throws CertificateException {
            for (X509Certificate each : chain) {
                try {
                    each.checkValidity();
                } catch (CertificateNotYetValidException _) {
                    throw new CertificateException("the certificate of " + each.getSubjectX500Principal() + " begins "
                            + each.getNotBefore().toInstant() + "; check this machine's clock");
                } catch (CertificateExpiredException _) {
                    throw new CertificateException("the certificate of " + each.getSubjectX500Principal() + " ended "
                            + each.getNotAfter().toInstant());
                }
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return validator.getTrustedIssuers();
        }
    }
}
