package org.waybill.desktop.endpoint;

import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.engine.TransferException;

/** The two ends as they are being typed, with what is wrong with them, and the user's constraints. */
public final class EndpointsViewModel {
    private final StringProperty source = new SimpleStringProperty("");
    private final StringProperty destination = new SimpleStringProperty("");
    private final BooleanProperty secure = new SimpleBooleanProperty(false);
    private final BooleanProperty dedicated = new SimpleBooleanProperty(false);
    private final ReadOnlyStringWrapper sourceError = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper destinationError = new ReadOnlyStringWrapper("");

    public EndpointsViewModel() {
        source.addListener((property, before, now) -> sourceError.set(errorOf(now)));
        destination.addListener((property, before, now) -> destinationError.set(errorOf(now)));
    }

    /** Nothing is said of a field that is still empty. */
    private static String errorOf(String text) {
        if (text.isEmpty()) {
            return "";
        }
        try {
            EndpointParser.parse(text);
            return "";
        } catch (TransferException e) {
            return String.valueOf(e.getMessage());
        }
    }

    public StringProperty source() {
        return source;
    }

    public StringProperty destination() {
        return destination;
    }

    public BooleanProperty secure() {
        return secure;
    }

    public BooleanProperty dedicated() {
        return dedicated;
    }

    public ReadOnlyStringProperty sourceError() {
        return sourceError.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty destinationError() {
        return destinationError.getReadOnlyProperty();
    }

    /** Whether there is enough to go on with. */
    public BooleanBinding isComplete() {
        return Bindings.createBooleanBinding(() -> !source.get().isEmpty() && !destination.get().isEmpty()
                && sourceError.get().isEmpty() && destinationError.get().isEmpty(),
                source, destination, sourceError, destinationError);
    }

    /** Source becomes destination and the other way round. */
    public void swap() {
        String before = source.get();
        source.set(destination.get());
        destination.set(before);
    }

    /** The request that the fields make. */
    public AdviceRequest request() throws TransferException {
        Endpoint from = EndpointParser.parse(source.get());
        Endpoint to = EndpointParser.parse(destination.get());
        return new AdviceRequest(from, to, null, List.of(), secure.get(), null, dedicated.get(), 0);
    }
}
