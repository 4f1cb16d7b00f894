package org.waybill.service.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;

class RolesTest {
    @Test
    void eachRoleIncludesTheOnesBeforeIt() {
        assertThat(Role.ADMINISTRATOR.includes(Role.VIEWER)).isTrue();
        assertThat(Role.OPERATOR.includes(Role.OPERATOR)).isTrue();
        assertThat(Role.VIEWER.includes(Role.OPERATOR)).isFalse();
        assertThatThrownBy(() -> new Caller("ada", Role.VIEWER).needs(Role.OPERATOR))
                .isInstanceOfSatisfying(ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.FORBIDDEN));
    }

    @Test
    void outsideARequestThereIsNoCaller() {
        assertThatThrownBy(Caller::current).isInstanceOf(ServiceException.class);
    }
}
