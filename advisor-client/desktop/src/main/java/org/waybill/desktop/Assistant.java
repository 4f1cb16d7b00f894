package org.waybill.desktop;

import java.util.function.Consumer;
import org.waybill.client.execution.MoveResult;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.client.workflow.Advisor;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/** What the wizard asks of the client's core. Blocking; an interrupt stops the work. */
public interface Assistant extends AutoCloseable {
    /** Advice; {@code notes} hears what is being done, a line at a time, on any thread. */
    Advisor.Counsel advise(AdviceRequest request, Consumer<String> notes)
            throws TransferException, InterruptedException;

    /** Moves the data by the workflow at {@code index} of the counsel. */
    MoveResult move(AdviceRequest request, Advisor.Counsel counsel, int index, TransferListener listener)
            throws TransferException, InterruptedException;

    @Override
    void close();
}
