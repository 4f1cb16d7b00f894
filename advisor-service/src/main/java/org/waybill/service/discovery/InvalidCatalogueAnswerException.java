package org.waybill.service.discovery;

/** A catalogue's answer that cannot be used at all; the message says why. */
final class InvalidCatalogueAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidCatalogueAnswerException(String message) {
        super(message);
    }
}
