package org.waybill.service.provision.srm;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageFacts;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageService;
import org.waybill.api.storage.StorageSpace;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.provision.wire.AccessFiles;
import org.waybill.service.provision.wire.ProvisioningHttpClient;

/** Storage systems of the catalogue as callers see them: roles, checks, and the right system for a SURL. */
public record Storage(ProvisioningSystems systems, AccessFiles access) implements StorageService {
    private static final int LONGEST_SURL = 4_000;
    private static final int MOST_ENTRIES = 10_000;
    private static final long LONGEST_SPACE_SECONDS = 365L * 86_400;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** Less than clients wait for an answer of ours. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @Override
    public StorageFacts storage(String surl) {
        Caller.current().needs(Role.VIEWER);
        ProvisioningRow system = system(surl);
        SrmClient client = client(system);
        String version = client.ping();
        List<String> protocols = client.protocols();
        try {
            List<StorageEntry> entries =
                    client.list(surl).stream().limit(MOST_ENTRIES).toList();
            return new StorageFacts(
                    system.facts().name(),
                    version,
                    protocols,
                    entries,
                    entries.isEmpty() ? "no such file or directory" : "");
        } catch (ServiceException refused) {
            return new StorageFacts(
                    system.facts().name(), version, protocols, List.of(), String.valueOf(refused.getMessage()));
        }
    }

    @Override
    public StorageRequest prepareStorage(StorageAsk ask) {
        Caller.current().needs(Role.OPERATOR);
        InputChecks.atMost("protocols", ask.protocols().size(), 10);
        if (ask.protocols().isEmpty()) {
            throw InputChecks.bad("protocols is empty: list the transfer protocols you support");
        }
        ask.protocols().forEach(protocol -> InputChecks.required("protocol", protocol, 30));
        Long bytes = ask.bytes();
        if (bytes != null) {
            InputChecks.between("bytes", bytes, 0, Long.MAX_VALUE);
        }
        SrmClient client = client(system(ask.surl()));
        return ask.write()
                ? client.askToPut(ask.surl(), bytes == null ? -1 : bytes, ask.protocols())
                : client.askToGet(ask.surl(), ask.protocols());
    }

    @Override
    public StorageRequest storageStatus(String surl, String token, boolean write) {
        Caller.current().needs(Role.OPERATOR);
        return client(system(surl)).look(surl, InputChecks.required("token", token, 500), write);
    }

    @Override
    public void finishStorage(String surl, String token, boolean write, boolean good) {
        Caller.current().needs(Role.OPERATOR);
        SrmClient client = client(system(surl));
        StorageRequest request = new StorageRequest(surl, InputChecks.required("token", token, 500), true, "", null, 0);
        if (!good && (write || !isReady(client, request))) {
            client.abort(request.token());
        } else if (write) {
            client.putDone(request);
        } else {
            client.release(request);
        }
    }

    /** What is still being staged cannot be released: the tape would be mounted for nothing. */
    private static boolean isReady(SrmClient client, StorageRequest request) {
        try {
            return client.look(request.surl(), request.token(), false).ready();
        } catch (ServiceException failed) {
            return false;
        }
    }

    @Override
    public StorageSpace reserveSpace(String surl, long bytes, long seconds) {
        Caller.current().needs(Role.OPERATOR);
        InputChecks.between("bytes", bytes, 1, Long.MAX_VALUE);
        InputChecks.between("seconds", seconds, 1, LONGEST_SPACE_SECONDS);
        return client(system(surl)).reserveSpace(bytes, Duration.ofSeconds(seconds));
    }

    @Override
    public List<StorageSpace> spaces(String surl) {
        Caller.current().needs(Role.VIEWER);
        return client(system(surl)).spaces();
    }

    @Override
    public void releaseSpace(String surl, String token) {
        Caller.current().needs(Role.OPERATOR);
        client(system(surl)).releaseSpace(InputChecks.required("token", token, 500));
    }

    private SrmClient client(ProvisioningRow system) {
        return new SrmClient(
                new ProvisioningHttpClient(
                        access.of(system.facts().name(), system.facts().url())),
                PAUSE,
                PATIENCE);
    }

    /** The system at the SURL's host and port. */
    private ProvisioningRow system(String surl) {
        String wanted = authority(InputChecks.required("surl", surl, LONGEST_SURL));
        return systems.all().stream()
                .filter(row -> row.facts().systemKind().equals(ProvisioningKind.SRM.name()))
                .filter(row -> authority(row.facts().url()).equals(wanted))
                .findFirst()
                .orElseThrow(() -> ServiceException.notFound("no storage system at " + wanted + " in the catalogue"));
    }

    private static String authority(String url) {
        try {
            URI parsed = URI.create(url.replaceFirst("\\?.*", ""));
            if (parsed.getHost() != null) {
                return parsed.getHost().toLowerCase(Locale.ROOT) + ":"
                        + (parsed.getPort() < 0 ? Protocol.SRM.defaultPort() : parsed.getPort());
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw InputChecks.bad("invalid SURL: expected srm://host:8443/srm/managerv2?SFN=/path");
    }
}
