package org.waybill.cli;

import java.nio.file.Path;
import java.time.Instant;
import org.waybill.client.credentials.Account;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Reads {@code user@dtn.example.org}, {@code ftps://user@dtn.example.org:990} or {@code key:FILE}. */
final class AccountName {
    private static final String KEY = "key:";

    private AccountName() {}

    static Account parse(String text, Instant now) throws TransferException {
        if (text.startsWith(KEY)) {
            return Account.keyFile(Path.of(text.substring(KEY.length())), now);
        }
        Endpoint endpoint = EndpointParser.parse(text.contains("://") || text.contains(":") ? text : text + ":");
        String user = endpoint.location().user();
        if (endpoint.isLocal() || user == null) {
            throw new CommandFailure(Reason.BAD_INPUT, "'" + text
                    + "' names no login: write user@host, SCHEME://user@host[:PORT], or key:FILE");
        }
        try {
            return new Account(endpoint.location().scheme(), endpoint.host(), endpoint.port(), user, now);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
