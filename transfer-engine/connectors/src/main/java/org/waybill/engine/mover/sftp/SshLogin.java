package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.engine.mover.trust.Secrets;
import org.waybill.protocol.Protocol;

/**
 * Makes connections to SSH servers, through the jump hosts or the command that ssh_config names. A server's key is
 * checked against known_hosts before anything is said about the user.
 *
 * @param scheme that the vault knows accounts by
 * @param agentSocket where ssh-agent listens; null if none runs
 */
record SshLogin(
        Credentials credentials, String scheme, @Nullable Path agentSocket) {
    static final int CONNECT_TIMEOUT_MILLIS = 15_000;
    private static final int KEEPALIVE_MILLIS = 15_000;
    private static final int KEEPALIVES_UNANSWERED = 3;
    /** Jump hosts that have jump hosts of their own may name each other. */
    private static final int MOST_JUMPS = 8;

    SshAccount account(SshHost at) {
        return SshAccount.of(at, scheme, credentials);
    }

    /** A session whose end ends those of the jump hosts too. @param asked is set when a person answered a question */
    Session open(SshHost target, AtomicBoolean asked) throws TransferException {
        return open(target, asked, 0);
    }

    private Session open(SshHost target, AtomicBoolean asked, int jumps) throws TransferException {
        if (jumps > MOST_JUMPS) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "ProxyJump leads through more than " + MOST_JUMPS + " hosts to " + target.alias()
                            + ": they name each other");
        }
        if (target.proxyCommand().isPresent()) {
            return connect(target, new CommandProxy(target.proxyCommand().get().checked()), asked);
        }
        @Nullable Session through = null;
        for (String jump : target.jumps()) {
            SshHost next = jump(jump);
            if (next.hostName().equals(target.hostName()) && next.port() == target.port()) {
                continue; // a ProxyJump of all hosts holds for the jump host too
            }
            if (through == null) {
                through = open(next, asked, jumps + 1);
            } else {
                through = connect(next, new JumpProxy(through, jump), asked);
            }
        }
        return connect(
                target,
                through == null ? null : new JumpProxy(through, target.jumps().getLast()),
                asked);
    }

    /** {@code [user@]host[:port]}, or the same as {@code ssh://} URL. */
    private SshHost jump(String text) throws TransferException {
        String start = Protocol.SSH.scheme() + "://";
        String plain = text.startsWith(start) ? text.substring(start.length()) : text;
        int at = plain.lastIndexOf('@');
        String hostPort = plain.substring(at + 1);
        boolean bracketed = hostPort.startsWith("[") && hostPort.contains("]");
        int colon = bracketed ? hostPort.indexOf(':', hostPort.indexOf(']')) : hostPort.lastIndexOf(':');
        String host = colon < 0 ? hostPort : hostPort.substring(0, colon);
        try {
            int port = colon < 0 ? 0 : Integer.parseInt(hostPort.substring(colon + 1));
            if (!host.isEmpty() && port >= 0 && port <= 65_535) {
                return credentials
                        .sshConfig()
                        .host(
                                bracketed ? host.substring(1, host.length() - 1) : host,
                                port,
                                at < 0 ? null : plain.substring(0, at));
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new TransferException(
                Reason.BAD_INPUT, "ProxyJump in the ssh configuration names '" + text + "': expected user@host:port");
    }

    private Session connect(SshHost target, @Nullable StreamProxy proxy, AtomicBoolean asked) throws TransferException {
        SshAccount account = account(target);
        HostKeyCheck check = new HostKeyCheck(List.of());
        boolean connected = false;
        try {
            check = HostKeyCheck.of(account.knownHosts());
            JSch jsch = new JSch();
            jsch.setHostKeyRepository(check);
            jsch.setIdentityRepository(new SshIdentities(credentials, account, agentSocket));
            Session fresh = jsch.getSession(account.user(), account.host(), account.port());
            fresh.setConfig("StrictHostKeyChecking", "yes");
            fresh.setConfig("PreferredAuthentications", "publickey,keyboard-interactive,password");
            fresh.setHostKeyAlias(target.hostKeyAlias());
            fresh.setDaemonThread(true);
            fresh.setServerAliveInterval(KEEPALIVE_MILLIS);
            fresh.setServerAliveCountMax(KEEPALIVES_UNANSWERED);
            LogInLimits limits = proxy == null ? new LogInLimits() : proxy.limits();
            fresh.setSocketFactory(new DirectSockets(limits, credentials.proxies()));
            if (proxy != null) {
                fresh.setProxy(proxy);
            }
            givePassword(fresh, account);
            fresh.setUserInfo(new SshPrompts(credentials, account, asked));
            fresh.connect(CONNECT_TIMEOUT_MILLIS);
            limits.loggedIn();
            connected = true;
            return fresh;
        } catch (JSchException e) {
            throw SshFailures.ofConnecting(e, account, check);
        } catch (NullPointerException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // JSch reads some packets that come too early, or are too short, as if they were right
            throw new TransferException(
                    Reason.UNREACHABLE,
                    "what answers at " + account.label() + " is no SSH server: it breaks the protocol",
                    e);
        } finally {
            if (!connected && proxy != null) {
                proxy.close();
            }
        }
    }

    private void givePassword(Session fresh, SshAccount account) {
        Optional<char[]> password = credentials.password(scheme, account.host(), account.port(), account.user());
        if (password.isEmpty() && !account.at().alias().equals(account.host())) {
            password = credentials.password(scheme, account.at().alias(), account.port(), account.user());
        }
        if (password.isEmpty()) {
            return;
        }
        byte[] bytes = Secrets.utf8(password.get());
        fresh.setPassword(bytes);
        Arrays.fill(bytes, (byte) 0);
    }
}
