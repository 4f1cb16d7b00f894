package org.waybill.service.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;
import org.waybill.service.log.SecurityLog;

class RolesTest {
    @Test
    void eachRoleIncludesTheOnesBeforeIt() {
        assertThat(Role.ADMINISTRATOR.includes(Role.VIEWER)).isTrue();
        assertThat(Role.OPERATOR.includes(Role.OPERATOR)).isTrue();
        assertThat(Role.VIEWER.includes(Role.OPERATOR)).isFalse();
        assertThat(Role.WORKER.includes(Role.VIEWER)).isTrue();
        assertThat(Role.WORKER.includes(Role.OPERATOR)).isFalse();
        assertThat(Role.VIEWER.includes(Role.WORKER)).isFalse();
        assertThatThrownBy(() -> new Caller("ada", Role.VIEWER).needs(Role.OPERATOR))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.FORBIDDEN));
    }

    @Test
    void aCallBeyondARoleIsInTheSecurityLog() {
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(SecurityLog.NAME);
        log.addHandler(listening);
        try {
            assertThatThrownBy(() -> new Caller("vera", Role.VIEWER).needs(Role.ADMINISTRATOR))
                    .isInstanceOf(ServiceException.class);
        } finally {
            log.removeHandler(listening);
        }
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("refused call without the required role", "vera", "ADMINISTRATOR");
    }

    @Test
    void outsideARequestThereIsNoCaller() {
        assertThatThrownBy(Caller::current).isInstanceOf(ServiceException.class);
    }
}
