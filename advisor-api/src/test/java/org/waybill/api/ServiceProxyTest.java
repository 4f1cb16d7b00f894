package org.waybill.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.circuit.CircuitService;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.storage.StorageFacts;
import org.waybill.api.storage.StorageService;
import org.waybill.api.task.TaskService;

class ServiceProxyTest {
    @Test
    void whatAServiceThrowsComesThroughAsItIs() {
        ServiceException refusal = new ServiceException(ServiceException.NOT_FOUND, "no such host");
        AdvisorService broken = ServiceProxy.of(AdvisorService.class, "broken", (_, _) -> {
            throw refusal;
        });
        AdvisorService before = ServiceProxy.of(
                AdvisorService.class,
                "before",
                (operation, arguments) -> ServiceProxy.pass(broken, operation, arguments));

        assertThat(catchThrowable(() -> before.profile("host"))).isSameAs(refusal);
        assertThat(catchThrowable(before::info)).isSameAs(refusal);
    }

    @Test
    void aCodeOfALaterVersionIsAFaultOfTheService() {
        assertThat(new ServiceException(ServiceException.CONFLICT, "").meaning())
                .isEqualTo(ServiceException.Code.CONFLICT);
        assertThat(new ServiceException("STORE_FULL", ""))
                .returns("STORE_FULL", ServiceException::code)
                .returns(ServiceException.Code.INTERNAL, ServiceException::meaning);
    }

    @Test
    void itIsEqualToItselfAndSaysItsNameWithoutACall() {
        List<String> asked = new ArrayList<>();
        StorageService service = ServiceProxy.of(StorageService.class, "a store", (operation, arguments) -> {
            asked.add(operation.getName() + List.of(arguments));
            return null;
        });

        assertThat(service)
                .isEqualTo(service)
                .hasToString("a store")
                .hasSameHashCodeAs(service)
                .isNotEqualTo(ServiceProxy.of(StorageService.class, "a store", (_, _) -> null));
        assertThat(asked).isEmpty();
        StorageFacts facts = service.storage("srm://host/x");
        assertThat(facts).isNull();
        assertThat(asked).containsExactly("storage[srm://host/x]");
    }

    /** The service answers each of the five by a feature of its own, and an operation of none by nothing. */
    @Test
    void theContractIsTheSumOfFive() {
        assertThat(AdvisorService.class.getMethods())
                .allSatisfy(operation -> assertThat(operation.getDeclaringClass())
                        .isIn(
                                ForecastService.class,
                                CircuitService.class,
                                OverlayService.class,
                                StorageService.class,
                                TaskService.class));
    }
}
