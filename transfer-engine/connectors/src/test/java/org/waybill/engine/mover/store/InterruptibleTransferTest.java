package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.meter.CopyTimes;
import org.waybill.engine.mover.meter.TransferMeter;

class InterruptibleTransferTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final TransferMeter meter = new TransferMeter(InstantSource.system(), null, new CopyTimes(nowNs::get));
    /** What the target's server is asked, and whether each question is answered. */
    private final AtomicInteger questions = new AtomicInteger();

    private IntPredicate isAnswered = _ -> true;
    private final Semaphore reports = new Semaphore(0);
    private final Set<TransferListener.Phase> phases = ConcurrentHashMap.newKeySet();
    private final List<String> told = new CopyOnWriteArrayList<>();

    /** A store that does nothing, and answers questions or not. */
    private Store end() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (_, method, _) -> method.getReturnType() == boolean.class
                        ? method.getName().equals("isReachable") && isAnswered.test(questions.incrementAndGet())
                        : null);
    }

    /** What is reported while a file is in the middle of its way for six steps of a clock that runs fast. */
    private List<String> toldWhile(long stepSeconds, Runnable begin) throws InterruptedException {
        TransferListener listener = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                phases.add(progress.phase());
                reports.release();
            }

            @Override
            public void onEvent(String code, String text) {
                told.add(code);
            }
        };
        try {
            new InterruptibleTransfer(meter, listener, nowNs::get).conduct(opened -> {
                opened.accept(new ConnectionPair(end(), end()));
                meter.enter(TransferListener.Phase.MOVING, "f");
                begin.run();
                for (int i = 0; i < 6; i++) {
                    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(stepSeconds));
                    awaitReports();
                }
                throw new TransferException(Reason.INTERRUPTED, "over");
            });
        } catch (TransferException over) {
            assertThat(over.reason()).isEqualTo(Reason.INTERRUPTED);
        }
        return told;
    }

    /** One may be of the time before, one begins a question, and one sees its answer. */
    private void awaitReports() throws InterruptedException {
        reports.drainPermits();
        assertThat(reports.tryAcquire(3, 20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void connectionsOverWhichNothingMovesForNinetySecondsAreCut() throws Exception {
        assertThat(toldWhile(30, () -> {})).contains("SILENCE");
    }

    @Test
    void aCopyFromServerToServerIsNotTakenForSilence() throws Exception {
        assertThat(toldWhile(3_600, meter::beginUnseen)).isEmpty();
    }

    @Test
    void aCopyFromServerToServerThatIsNotThereAfterADayIsCut() throws Exception {
        assertThat(toldWhile(36_000, meter::beginUnseen)).contains("SILENCE");
    }

    private void sendAll() {
        meter.beginSending();
        meter.handOver(1);
    }

    /** A server stores, hashes or scans what it has got: it would be sent all of it again. */
    @Test
    void theAnswerToAFileThatIsSentIsWaitedForLonger() throws Exception {
        assertThat(toldWhile(120, this::sendAll)).containsExactly("SERVER_FINISHING");
    }

    /** What a small file is sent into is the kernel of this machine: the line may be dead. */
    @Test
    void theAnswerOfAServerThatCannotBeReachedIsNotWaitedForLonger() throws Exception {
        isAnswered = _ -> false;
        assertThat(toldWhile(30, this::sendAll)).startsWith("SERVER_FINISHING", "SILENCE");
    }

    /** One packet was lost, or the server was busy for a moment: the file was sent again. */
    @Test
    void oneQuestionThatIsNotAnsweredCutsNothing() throws Exception {
        isAnswered = question -> question > 1;
        assertThat(toldWhile(30, this::sendAll)).containsExactly("SERVER_FINISHING");
        assertThat(questions).hasValueGreaterThan(1);
    }

    /** "finishing: 117 MiB / 287 MiB" was shown while parts of an object were on their way. */
    @Test
    void nothingIsFinishingWhileDataAreToCome() throws Exception {
        meter.expect(10, 2);
        assertThat(toldWhile(10, this::sendAll)).containsExactly("SERVER_FINISHING");
        assertThat(phases).contains(TransferListener.Phase.MOVING).doesNotContain(TransferListener.Phase.FINISHING);
    }

    @Test
    void whatIsAllSentIsFinishing() throws Exception {
        toldWhile(10, this::sendAll);
        assertThat(phases).contains(TransferListener.Phase.FINISHING);
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedForForever() throws Exception {
        assertThat(toldWhile(300, this::sendAll)).contains("SILENCE");
    }

    @Test
    void anotherFilesDataAreNotWaitedForLonger() throws Exception {
        assertThat(toldWhile(30, () -> {
                    sendAll();
                    meter.beginSending();
                }))
                .containsExactly("SILENCE");
    }
}
