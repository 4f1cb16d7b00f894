package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingListenerTest {
    @Test
    void allThatIsHeardIsPassedOn() {
        assertThat(TransferListener.class.getDeclaredMethods())
                .filteredOn(Method::isDefault)
                .hasSizeGreaterThan(2)
                .as("ForwardingListener passes it on to 'next'")
                .allSatisfy(heard -> assertThat(ForwardingListener.class.getDeclaredMethods())
                        .anyMatch(passed -> passed.getName().equals(heard.getName())
                                && Arrays.equals(passed.getParameterTypes(), heard.getParameterTypes())));
    }
}
