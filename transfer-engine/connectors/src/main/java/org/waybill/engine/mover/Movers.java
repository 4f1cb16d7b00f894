package org.waybill.engine.mover;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.ftp.FtpStore;
import org.waybill.engine.mover.gridftp.GridFtpStore;
import org.waybill.engine.mover.http.HttpStore;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.rclone.RcloneStore;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.mover.store.StoreMover;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The movers there are, best first. */
public final class Movers {
    private final List<Mover> movers;

    public Movers(List<Mover> movers) {
        this.movers = List.copyOf(movers);
    }

    /**
     * What the standard protocols' movers take from the process they run in.
     *
     * @param own the names of our own files next to targets
     * @param locks a directory that keeps the transfers of a home to one remote target apart; null for none
     */
    public record Surroundings(
            Credentials credentials,
            @Nullable Path agentSocket,
            InputStream in,
            OutputStream out,
            InstantSource clock,
            TemporaryNames own,
            @Nullable Path locks) {}

    /**
     * The stores at other machines, for reading, listing and writing: one for each protocol but our own.
     *
     * @param agentSocket of the SSH agent, null where there is none
     */
    public static List<StoreProvider> remoteStores(Credentials credentials, @Nullable Path agentSocket) {
        return List.of(
                SftpStore.provider(credentials, agentSocket),
                FtpStore.provider(credentials, false),
                GridFtpStore.provider(credentials, false),
                HttpStore.provider(credentials),
                OptionalStore.provider(Transport.S3, credentials),
                RcloneStore.provider(System.getenv()));
    }

    /** The movers of the protocols that are not our own: local files, SSH, FTP, GridFTP, HTTP, S3, rclone. */
    public static Movers standard(Surroundings surroundings) {
        return standard(surroundings, CopiedNames::new);
    }

    /** The same for the transfers of one command, which know of the hard links that they have made. */
    public static Movers standard(Surroundings surroundings, CopiedNames ofCommand) {
        return standard(surroundings, () -> ofCommand);
    }

    private static Movers standard(Surroundings surroundings, Supplier<CopiedNames> copied) {
        List<StoreProvider> providers = new ArrayList<>(List.of(
                LocalStore.provider(surroundings.own()), StreamStore.provider(surroundings.in(), surroundings.out())));
        providers.addAll(remoteStores(surroundings.credentials(), surroundings.agentSocket()));
        StoreMover.Environment environment = new StoreMover.Environment(
                surroundings.clock(),
                System::nanoTime,
                new RemoteTargets(surroundings.own(), surroundings.locks()),
                copied);
        Set<Capability> all = EnumSet.of(
                Capability.PUSH,
                Capability.PULL,
                Capability.RESUME,
                Capability.DIRECTORIES,
                Capability.CHECKSUM,
                Capability.STREAM);
        Set<Capability> grid = and(and(all, Capability.THIRD_PARTY_COPY), Capability.PARALLEL_STREAMS);
        return new Movers(List.of(
                new StoreMover(
                        Transport.LOCAL.name(),
                        Set.of(Protocols.FILE),
                        Set.of(Protocols.FILE, Protocols.STREAM),
                        all,
                        providers,
                        environment),
                mover(Transport.SFTP, all, providers, environment),
                mover(Transport.SCP, all, providers, environment),
                mover(Transport.FTP, and(all, Capability.THIRD_PARTY_COPY), providers, environment),
                new StoreMover(
                        Transport.FTPS.name(),
                        Set.of(Protocol.FTPS.scheme(), Protocol.FTP.scheme()),
                        Set.of(),
                        all,
                        with(FtpStore.provider(surroundings.credentials(), true), providers),
                        environment),
                mover(Transport.GSIFTP, grid, providers, environment),
                mover(
                        Transport.GSIFTPS,
                        grid,
                        with(GridFtpStore.provider(surroundings.credentials(), true), providers),
                        environment),
                mover(Transport.HTTP, and(all, Capability.THIRD_PARTY_COPY), providers, environment),
                mover(Transport.S3, and(all, Capability.PARALLEL_STREAMS), providers, environment),
                mover(Transport.RCLONE, all, providers, environment)));
    }

    /** A mover of all schemes that a transport carries. */
    private static StoreMover mover(
            Transport transport,
            Set<Capability> capabilities,
            List<StoreProvider> providers,
            StoreMover.Environment environment) {
        return new StoreMover(
                transport.name(),
                Set.copyOf(Protocols.schemes(transport)),
                Set.of(),
                capabilities,
                providers,
                environment);
    }

    private static <T> Set<T> and(Set<T> some, T one) {
        Set<T> both = new HashSet<>(some);
        both.add(one);
        return both;
    }

    /** In place of those of its schemes. */
    private static List<StoreProvider> with(StoreProvider own, List<StoreProvider> others) {
        List<StoreProvider> all = new ArrayList<>(List.of(own));
        others.stream()
                .filter(one -> Collections.disjoint(one.schemes(), own.schemes()))
                .forEach(all::add);
        return all;
    }

    /** These movers with others before them. */
    public Movers precededBy(List<Mover> better) {
        List<Mover> both = new ArrayList<>(better);
        both.addAll(movers);
        return new Movers(both);
    }

    public List<Mover> all() {
        return movers;
    }
}
