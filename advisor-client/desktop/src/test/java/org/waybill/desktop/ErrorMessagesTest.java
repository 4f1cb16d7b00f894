package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;

class ErrorMessagesTest {
    @Test
    void whatTheServiceSaidIsToldApartFromWhatBecameOfTheConnection() {
        assertThat(ErrorMessages.text(new ServiceException(ServiceException.NOT_FOUND, "no such circuit")))
                .isEqualTo("The advisor service reports: no such circuit");
        assertThat(ErrorMessages.text(new ServiceException(ServiceException.UNTRUSTED, "no trusted connection")))
                .isEqualTo("The advisor service is not available: no trusted connection");
    }
}
