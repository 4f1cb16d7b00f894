package org.waybill.cli.reserve;

import java.util.function.Supplier;
import org.waybill.api.ServiceException;
import org.waybill.cli.command.CommandFailure;
import org.waybill.engine.Reason;

/** Calls that reserve. */
final class ReservationCalls {
    private ReservationCalls() {}

    /** Bandwidth that is no longer free is nothing that the user wrote wrongly. */
    static <T> T orInfeasible(Supplier<T> call) {
        try {
            return call.get();
        } catch (ServiceException refused) {
            if (refused.code().equals(ServiceException.CONFLICT)) {
                throw new CommandFailure(Reason.UNSAFE, String.valueOf(refused.getMessage()), refused);
            }
            throw refused;
        }
    }
}
