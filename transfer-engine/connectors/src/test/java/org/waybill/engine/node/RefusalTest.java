package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.identity.RouteKey;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeConnector;
import org.waybill.engine.wire.Message;

/** What a client sees of a refusal. */
class RefusalTest extends AuthorisationCase {
    private static final Message HELLO = new Message.Hello("a test");
    /** Of one that says nothing: lengths, an issuer's key and a signature. */
    private static final int ROUTE_TOKEN_BYTES = 3 + RouteKey.KEY_BYTES + RouteKey.SIGNATURE_BYTES;

    /** Who is refused, and for what. */
    enum Refused {
        UNKNOWN_CLIENT(false, PinnedTls.APPLICATION_PROTOCOL, Reason.AUTHENTICATION, HELLO),
        WRONG_TOKEN(
                false, PinnedTls.APPLICATION_PROTOCOL, Reason.AUTHENTICATION, new Message.PairRequest(new byte[32])),
        UNKNOWN_CLIENT_OF_A_NODE(
                true,
                PinnedTls.APPLICATION_PROTOCOL,
                Reason.AUTHENTICATION,
                new Message.Hello("a test", new byte[32], new byte[0])),
        WRITER_WHO_MAY_ONLY_READ(
                true,
                PinnedTls.APPLICATION_PROTOCOL,
                Reason.PERMISSION,
                HELLO,
                new Message.Put(new Message.Terms("/x", "x", false, new byte[32], true, 0))),
        WRONG_ROUTE_TOKEN(
                true,
                PinnedTls.PATH_PROTOCOL,
                Reason.AUTHENTICATION,
                new Message.OpenPath(0, new byte[ROUTE_TOKEN_BYTES]));

        private final boolean paired;
        private final String protocol;
        private final Reason reason;
        private final Message[] words;

        Refused(boolean paired, String protocol, Reason reason, Message... words) {
            this.paired = paired;
            this.protocol = protocol;
            this.reason = reason;
            this.words = words;
        }
    }

    /** A sender sends its list without waiting for an answer: a reset would reach it before the reason does. */
    @ParameterizedTest
    @EnumSource
    void theReasonReachesAClientThatIsStillSpeaking(Refused kind) throws Exception {
        Grant reader = new Grant(EnumSet.of(Grant.Right.READ), List.of(), 0);
        Path home = kind.paired ? paired("client", reader) : Files.createDirectory(directory.resolve("client"));
        NodeAddress node = new NodeAddress("127.0.0.1", port());
        try (ControlLink link = new NodeConnector(node, NodeIdentity.loadOrCreate(home), _ -> true, kind.protocol)
                .connect(AddressLookup.ofUser())) {
            link.send(kind.words);
            for (int i = 0; i < 15; i++) {
                Thread.sleep(10);
                link.send(new Message.Heartbeat());
            }

            Message answer = link.receive();
            while (answer instanceof Message.Welcome) {
                answer = link.receive();
            }
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Message.Failure.class,
                            failure -> assertThat(failure.reason()).isEqualTo(kind.reason));
            assertThatThrownBy(link::receive).isInstanceOf(EOFException.class);
        }
    }
}
