package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageRequest;
import org.waybill.client.SilentService;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class StorageTransferServiceTest {
    /** As by Ctrl-C while a tape is mounted: what asks the service fails then, and leaves the thread interrupted. */
    @Test
    void aWaitThatIsInterruptedInACallEndsTheRequest() {
        List<String> ended = new ArrayList<>();
        SilentService service = new SilentService() {
            @Override
            public StorageRequest prepareStorage(StorageAsk ask) {
                return new StorageRequest(ask.surl(), "7", false, "", null, 1);
            }

            @Override
            public StorageRequest storageStatus(String surl, String token, boolean write) {
                Thread.currentThread().interrupt();
                throw new ServiceException(ServiceException.UNREACHABLE, "interrupted");
            }

            @Override
            public void finishStorage(String surl, String token, boolean write, boolean good) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                ended.add(token + (good ? " good" : " not good"));
            }
        };
        StorageAsk ask = new StorageAsk("srm://host.example/f1", false, null, List.of("https"));
        assertThatThrownBy(() -> StorageTransferService.ready(service, ask, null, RetryClock.SYSTEM, _ -> {}))
                .hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended).containsExactly("7 not good");
    }

    /** A token without an audience goes to storage that the user names, not to each host that a server names. */
    @Test
    void anotherHostThatTheSystemNamesIsNoStorageOfTheUsers() throws Exception {
        Location system = EndpointParser.parse("srm://se.example.org/f").location();
        assertThat(StorageTransferService.transfer("davs://SE.example.org:2880/f", system)
                        .scheme())
                .isEqualTo("davs");
        assertThat(StorageTransferService.transfer("davs://pool.example.org:2880/f", system))
                .isEqualTo(new Location("https", null, "pool.example.org", 2880, "/f"));
        assertThat(StorageTransferService.transfer("gsiftp://pool.example.org/f", system)
                        .scheme())
                .isEqualTo("gsiftp");
    }

    @Test
    void aRequestThatCannotBeEndedDoesNotHideWhyTheWaitEnded() {
        SilentService service = new SilentService() {
            @Override
            public StorageRequest prepareStorage(StorageAsk ask) {
                return new StorageRequest(ask.surl(), "7", false, "", null, 1);
            }

            @Override
            public void finishStorage(String surl, String token, boolean write, boolean good) {
                throw new ServiceException(ServiceException.UNAVAILABLE, "the storage system has gone");
            }
        };
        StorageAsk ask = new StorageAsk("srm://host.example/f1", false, null, List.of("https"));
        assertThatThrownBy(() -> StorageTransferService.ready(service, ask, Instant.EPOCH, RetryClock.SYSTEM, _ -> {}))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.DEADLINE_MISSED);
                    assertThat(e.getSuppressed()).hasSize(1);
                });
    }
}
