import java.io.File;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.util.Arrays;
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
 * A GridFTP client by jGlobus, an implementation of its own and older than ours. JGlobusClientTest runs it from this source
 * in a process of its own, since jGlobus 2.1.0 needs BouncyCastle 1.50, whose packages are those of the current one.
 * {@code JGlobusClient PORT PROXY|anonymous stream|eblock}, then any number of {@code get PATH FILE}, {@code put PATH FILE},
 * {@code list PATH -} and {@code checksum PATH ALGORITHM}.
 */
final class JGlobusClient {
    private JGlobusClient() {}

    public static void main(String[] args) throws Exception {
        GridFTPClient client = new GridFTPClient("localhost", Integer.parseInt(args[0]));
        // how long it looks for a reply before it looks again: two seconds a transfer otherwise
        client.setClientWaitParams(60_000, 20);
        logIn(client, args[1]);
        client.setType(Session.TYPE_IMAGE);
        boolean blocks = args[2].equals("eblock");
        for (int i = 3; i < args.length; i += 3) {
            String path = args[i + 1];
            switch (args[i]) {
                case "get" -> get(client, blocks, path, new File(args[i + 2]));
                case "put" -> put(client, blocks, path, new File(args[i + 2]));
                case "list" -> list(client, path);
                case "checksum" -> System.out.println(client.checksum(new ChecksumAlgorithm(args[i + 2]), 0, -1, path));
                default -> throw new IllegalArgumentException(args[i]);
            }
        }
        client.close();
    }

    private static void logIn(GridFTPClient client, String proxy) throws Exception {
        if (proxy.equals("anonymous")) {
            client.authorize("anonymous", "nobody@example.org");
            client.setLocalNoDataChannelAuthentication();
            return;
        }
        // jGlobus 2.1.0 knows TLS 1.0 and SSL 3 by name, which servers refuse by now; its code does TLS 1.2
        Field field =
                Class.forName("org.globus.gsi.gssapi.GlobusGSSContextImpl").getDeclaredField("ENABLED_PROTOCOLS");
        field.setAccessible(true);
        Arrays.fill((String[]) field.get(null), "TLSv1.2");
        client.setAuthorization(HostAuthorization.getInstance());
        client.authenticate(new GlobusGSSCredentialImpl(new X509Credential(proxy), GSSCredential.INITIATE_AND_ACCEPT));
        client.setProtectionBufferSize(16384);
        client.setDataChannelAuthentication(DataChannelAuthentication.NONE);
    }

    private static void get(GridFTPClient client, boolean blocks, String path, File file) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
            DataSink sink = new FileRandomIO(open);
            if (blocks) {
                long size = client.getSize(path);
                extend(client);
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

    private static void put(GridFTPClient client, boolean blocks, String path, File file) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file, "r")) {
            DataSource source = new FileRandomIO(open);
            if (blocks) {
                extend(client);
            }
            client.setPassive();
            client.setLocalActive();
            if (blocks) {
                client.extendedPut(path, source, null);
            } else {
                client.put(path, source, null);
            }
        }
    }

    private static void extend(GridFTPClient client) throws Exception {
        client.setMode(GridFTPSession.MODE_EBLOCK);
        client.setTCPBufferSize(1 << 20);
        client.setOptions(new RetrieveOptions(4));
    }

    private static void list(GridFTPClient client, String path) throws Exception {
        client.changeDir(path);
        client.setMode(Session.MODE_STREAM);
        client.setPassive();
        client.setLocalActive();
        for (Object entry : client.mlsd()) {
            System.out.println(((MlsxEntry) entry).getFileName());
        }
    }
}
