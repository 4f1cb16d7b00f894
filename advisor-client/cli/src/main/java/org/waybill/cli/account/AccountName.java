package org.waybill.cli.account;

import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.cli.command.Invalid;
import org.waybill.client.credentials.Account;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.TransferException;

/**
 * Reads {@code user@dtn.example.org}, {@code ftps://user@dtn.example.org:990}, {@code key:FILE} or
 * {@code certificate:https://dtn.example.org}.
 */
final class AccountName {
    private static final String KEY = "key:";
    private static final String CERTIFICATE = "certificate:";
    private static final Pattern ANY_HOST = Pattern.compile("([a-zA-Z]+)://\\*/?");

    private AccountName() {}

    static Account parse(String text, Instant now) throws TransferException {
        if (text.startsWith(KEY)) {
            return Account.keyFile(Path.of(text.substring(KEY.length())), now);
        }
        if (text.startsWith(CERTIFICATE)) {
            return certificate(text.substring(CERTIFICATE.length()), now);
        }
        Endpoint endpoint = EndpointParser.parse(text.contains("://") || text.contains(":") ? text : text + ":");
        String user = endpoint.location().user();
        if (endpoint.isLocal() || user == null) {
            throw Invalid.value(
                    "login",
                    text,
                    "user@host, SCHEME://user@host[:PORT], key:FILE or certificate:SCHEME://host[:PORT]");
        }
        try {
            return new Account(endpoint.location().scheme(), endpoint.host(), endpoint.port(), user, now);
        } catch (IllegalArgumentException e) {
            throw Invalid.usage(e);
        }
    }

    /** A certificate for a host, or for any host of a scheme ({@code gsiftp://*}). */
    private static Account certificate(String server, Instant now) throws TransferException {
        try {
            Matcher any = ANY_HOST.matcher(server.replaceFirst(":\\d+$", ""));
            if (any.matches()) {
                return Account.certificate(any.group(1), Account.ANY_HOST, 0, "", now);
            }
            Endpoint endpoint = EndpointParser.parse(server);
            if (endpoint.isLocal()) {
                throw Invalid.value(
                        "login",
                        CERTIFICATE + server,
                        "certificate:https://host[:PORT], or certificate:gsiftp://* for every host");
            }
            return Account.certificate(
                    endpoint.location().scheme(),
                    endpoint.host(),
                    endpoint.location().port(),
                    "",
                    now);
        } catch (IllegalArgumentException e) {
            throw Invalid.usage(e);
        }
    }
}
