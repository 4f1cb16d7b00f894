import java.io.File;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.globus.ftp.ChecksumAlgorithm;
import org.globus.ftp.DataChannelAuthentication;
import org.globus.ftp.DataSink;
import org.globus.ftp.DataSource;
import org.globus.ftp.FileRandomIO;
import org.globus.ftp.GridFTPClient;
import org.globus.ftp.GridFTPSession;
import org.globus.ftp.MlsxEntry;
import org.globus.ftp.RetrieveOptions;
import org.globus.ftp.Session;
import org.globus.gsi.X509Credential;
import org.globus.gsi.gssapi.GlobusGSSCredentialImpl;
import org.globus.gsi.gssapi.auth.HostAuthorization;
import org.ietf.jgss.GSSCredential;

/**
 * A GridFTP client by jGlobus, an implementation of its own and older than ours. JGlobusClientTest compiles it and runs it
 * in a process of its own, since jGlobus 2.1.0 needs BouncyCastle 1.50, whose packages are those of the current one.
 * Its arguments are a script: {@code login PORT PROXY|anonymous stream|eblock} opens the session that the rest uses, {@code
 * data self|private} authenticates or encrypts its data connections, then any number of {@code get PATH FILE}, {@code put
 * PATH FILE}, {@code third PATH PORT PATH}, {@code list PATH} and {@code checksum PATH ALGORITHM}.
 */
final class JGlobusClient {
    private static String proxy;
    private static boolean blocks;
    private static GridFTPClient client;

    private JGlobusClient() {}

    public static void main(String[] args) throws Exception {
        Iterator<String> words = List.of(args).iterator();
        while (words.hasNext()) {
            String command = words.next();
            switch (command) {
                case "login" -> {
                    if (client != null) {
                        client.close();
                    }
                    int port = Integer.parseInt(words.next());
                    proxy = words.next();
                    blocks = words.next().equals("eblock");
                    client = logIn(port);
                }
                case "data" -> protectData(words.next());
                case "get" -> get(words.next(), new File(words.next()));
                case "put" -> put(words.next(), new File(words.next()));
                case "third" -> third(words.next(), Integer.parseInt(words.next()), words.next());
                case "list" -> list(words.next());
                case "checksum" -> {
                    String path = words.next();
                    System.out.println(client.checksum(new ChecksumAlgorithm(words.next()), 0, -1, path));
                }
                default -> throw new IllegalArgumentException(command);
            }
        }
        client.close();
    }

    private static GridFTPClient logIn(int port) throws Exception {
        GridFTPClient session = new GridFTPClient("localhost", port);
        // how long it looks for a reply before it looks again: two seconds a transfer otherwise
        session.setClientWaitParams(60_000, 20);
        if (proxy.equals("anonymous")) {
            session.authorize("anonymous", "nobody@example.org");
            session.setLocalNoDataChannelAuthentication();
        } else {
            // jGlobus 2.1.0 knows TLS 1.0 and SSL 3 by name, which servers refuse by now; its code does TLS 1.2
            Field field =
                    Class.forName("org.globus.gsi.gssapi.GlobusGSSContextImpl").getDeclaredField("ENABLED_PROTOCOLS");
            field.setAccessible(true);
            Arrays.fill((String[]) field.get(null), "TLSv1.2");
            session.setAuthorization(HostAuthorization.getInstance());
            session.authenticate(
                    new GlobusGSSCredentialImpl(new X509Credential(proxy), GSSCredential.INITIATE_AND_ACCEPT));
            session.setProtectionBufferSize(16384);
            session.setDataChannelAuthentication(DataChannelAuthentication.NONE);
        }
        session.setType(Session.TYPE_IMAGE);
        if (blocks) {
            session.setMode(GridFTPSession.MODE_EBLOCK);
            session.setTCPBufferSize(1 << 20);
            session.setOptions(new RetrieveOptions(4));
        }
        return session;
    }

    private static void protectData(String how) throws Exception {
        client.setDataChannelAuthentication(DataChannelAuthentication.SELF);
        if (how.equals("private")) {
            client.setDataChannelProtection(GridFTPSession.PROTECTION_PRIVATE);
        }
    }

    private static void get(String path, File file) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
            DataSink sink = new FileRandomIO(open);
            if (blocks) {
                long size = client.getSize(path);
                client.setLocalPassive();
                client.setActive();
                client.extendedGet(path, size, sink, null);
            } else {
                client.setPassive();
                client.setLocalActive();
                client.get(path, sink, null);
            }
        }
    }

    private static void put(String path, File file) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file, "r")) {
            DataSource source = new FileRandomIO(open);
            client.setPassive();
            client.setLocalActive();
            if (blocks) {
                client.extendedPut(path, source, null);
            } else {
                client.put(path, source, null);
            }
        }
    }

    /** A copy between two servers; this client sees no byte of it. */
    private static void third(String path, int port, String target) throws Exception {
        GridFTPClient destination = logIn(port);
        if (blocks) {
            client.extendedTransfer(path, destination, target, null);
        } else {
            client.transfer(path, destination, target, false, null);
        }
        destination.close();
    }

    private static void list(String path) throws Exception {
        client.changeDir(path);
        client.setPassive();
        client.setLocalActive();
        for (Object entry : client.mlsd()) {
            System.out.println(((MlsxEntry) entry).getFileName());
        }
    }
}
