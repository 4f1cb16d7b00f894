package org.waybill.client.dataset;

import java.util.List;
import java.util.Optional;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;

/** The first of several counters that knows. */
public record CompositeCounter(List<DatasetCounter> counters) implements DatasetCounter {
    public CompositeCounter {
        counters = List.copyOf(counters);
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException {
        for (DatasetCounter counter : counters) {
            Optional<DatasetSize> counted = counter.count(source);
            if (counted.isPresent()) {
                return counted;
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean canCount(Endpoint source) {
        return counters.stream().anyMatch(counter -> counter.canCount(source));
    }

    @Override
    public DatasetCounter through(EntryFilter filter) {
        return new CompositeCounter(
                counters.stream().map(counter -> counter.through(filter)).toList());
    }

    @Override
    public DatasetCounter upTo(long files) {
        return new CompositeCounter(
                counters.stream().map(counter -> counter.upTo(files)).toList());
    }
}
