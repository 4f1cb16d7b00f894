package org.waybill.service.history;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.platform.NamedServers;
import org.waybill.protocol.WebUrls;
import org.waybill.service.InputChecks;

/**
 * Hands the history on to a parent service, which a site's service has when the file {@code parent-service} of its home
 * directory says {@code URL TOKEN-FILE}. What was handed on is marked after the parent took it: a crash in between
 * repeats a part, and the parent keeps each record once.
 */
public record HistoryPush(
        @Value("${waybill.home}") Path home,
        Transfers transfers,
        Measurements measurements,
        TransactionTemplate transaction,
        StrictSerializerFactory contract) {
    static final String FILE = "parent-service";
    private static final Logger LOG = LoggerFactory.getLogger(HistoryPush.class);
    private static final int AT_ONCE = 500;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration CALL = Duration.ofSeconds(60);

    private record Parent(URI url, Path tokenFile) {}

    /** Hands on all that the parent has not got; returns how much that was, 0 without a parent. */
    public int push() {
        Path file = home.resolve(FILE);
        if (!Files.exists(file)) {
            return 0;
        }
        Parent parent = parent(file);
        try (HessianClient client =
                new HessianClient(() -> token(parent), NamedServers.context(), CONNECT, CALL, contract)) {
            AdvisorService advisor = client.at(parent.url().resolve("/hessian/advisor"), AdvisorService.class);
            int pushed = inParts(
                            transfers::notPushed,
                            rows -> send(rows.stream().map(RowMapping::outcome).toList(), advisor::recordTransfers),
                            rows -> transfers.markPushed(
                                    rows.stream().map(TransferRow::getId).toList()))
                    + inParts(
                            measurements::notPushed,
                            rows -> send(
                                    rows.stream().map(RowMapping::measurement).toList(), advisor::recordMeasurements),
                            rows -> measurements.markPushed(
                                    rows.stream().map(MeasurementRow::id).toList()));
            if (pushed > 0) {
                LOG.info("forwarded {} records to {}", pushed, parent.url());
            }
            return pushed;
        }
    }

    private <R> int inParts(Function<Limit, List<R>> next, Consumer<List<R>> hand, Consumer<List<R>> mark) {
        int sum = 0;
        for (List<R> rows = next.apply(Limit.of(AT_ONCE)); !rows.isEmpty(); rows = next.apply(Limit.of(AT_ONCE))) {
            List<R> part = rows;
            hand.accept(part);
            transaction.executeWithoutResult(_ -> mark.accept(part));
            sum += part.size();
        }
        return sum;
    }

    /** What the parent does not accept, such as records from before it checked them, holds up nothing else. */
    private static <R> void send(List<R> records, Consumer<List<R>> parent) {
        try {
            parent.accept(records);
        } catch (ServiceException e) {
            if (!e.code().equals(ServiceException.BAD_REQUEST)) {
                throw e;
            }
            if (records.size() == 1) {
                LOG.warn("the parent does not accept a record: {}", e.getMessage());
                return;
            }
            int half = records.size() / 2;
            send(List.copyOf(records.subList(0, half)), parent);
            send(List.copyOf(records.subList(half, records.size())), parent);
        }
    }

    private Parent parent(Path file) {
        try {
            String[] words = Files.readString(file).strip().split("\\s+");
            URI url = URI.create(words[0]);
            if (words.length == 2 && WebUrls.keepsSecrets(url)) {
                return new Parent(url, home.resolve(words[1]));
            }
        } catch (IOException | IllegalArgumentException _) {
            // reported below
        }
        throw InputChecks.bad(FILE + " in the home directory is invalid: expected https://HOST[:PORT] TOKEN-FILE");
    }

    private static String token(Parent parent) {
        try {
            return Files.readString(parent.tokenFile()).strip();
        } catch (IOException e) {
            throw new ServiceException(
                    ServiceException.UNAUTHENTICATED, "cannot read the parent's token in " + parent.tokenFile(), e);
        }
    }
}
