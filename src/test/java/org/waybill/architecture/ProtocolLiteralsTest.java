package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The facts of a protocol are in its descriptor: its name as a string elsewhere begins a second place. */
class ProtocolLiteralsTest {
    /** Where a word that is also a protocol's or a transport's means something else. */
    private static final Map<String, Set<String>> OTHER_MEANINGS = Map.ofEntries(
            // the product, which nodes and pages show
            Map.entry("Advisor.java", Set.of("waybill")),
            Map.entry("NodeLinks.java", Set.of("waybill")),
            Map.entry("LogFiles.java", Set.of("waybill")),
            // the command
            Map.entry("Root.java", Set.of("waybill")),
            Map.entry("Failures.java", Set.of("waybill")),
            Map.entry("CompletionCommand.java", Set.of("waybill")),
            Map.entry("CircuitSteps.java", Set.of("waybill")),
            Map.entry("StorageSystemSteps.java", Set.of("waybill")),
            Map.entry("SshCommand.java", Set.of("ssh")),
            Map.entry("SshTunnels.java", Set.of("ssh")),
            Map.entry("SshShell.java", Set.of("waybill")),
            // a prefix of XML, a subsystem of SSH, a header of HTTP, a type of MLST, an account of FTP servers
            Map.entry("SrmMessages.java", Set.of("srm")),
            Map.entry("SshConnection.java", Set.of("sftp")),
            Map.entry("HttpGreeting.java", Set.of("dav")),
            // what the environment's proxies are written with
            Map.entry("Proxies.java", Set.of("http")),
            Map.entry("MachineLine.java", Set.of("file")),
            Map.entry("Listings.java", Set.of("file")),
            Map.entry("McpApproveCommand.java", Set.of("file")),
            Map.entry("MoveCommand.java", Set.of("file")),
            // how assistants reach their tools
            Map.entry("HttpAccess.java", Set.of("http", "https")),
            Map.entry("McpCommand.java", Set.of("http")),
            Map.entry("MessageHandler.java", Set.of("waybill")),
            Map.entry("FtpSession.java", Set.of("ftp")),
            // members and elements of JSON, XML and forms
            Map.entry("HistoryImports.java", Set.of("file")),
            Map.entry("DataDiscovery.java", Set.of("file")),
            Map.entry("Metalink.java", Set.of("file")),
            Map.entry("ScriptCommand.java", Set.of("file")),
            // how facts were found out, accounts, types of services in other catalogues
            Map.entry("HostFacts.java", Set.of("local", "ssh")),
            Map.entry("TokenAccess.java", Set.of("local")),
            Map.entry("AccountAdministration.java", Set.of("local")),
            Map.entry("ExternalCatalogue.java", Set.of("srm", "xroot")),
            // what the start-up cache is trained with is a user's command line
            Map.entry("StartupCacheTraining.java", Set.of("tcp", "plut")));

    @Test
    void noProtocolOrTransportIsNamedByAStringOutsideItsDescriptor() throws IOException {
        Set<String> names = Protocols.all().stream()
                .flatMap(one -> Stream.concat(Stream.of(one.scheme()), one.aliases().stream()))
                .collect(Collectors.toCollection(TreeSet::new));
        Protocols.all().stream()
                .flatMap(one -> one.transports().stream())
                .map(Transport::name)
                .forEach(names::add);
        names.addAll(List.of(Protocols.FILE, Transport.LOCAL.name()));
        assertThat(names).contains(Protocol.XROOTD.scheme(), "sftp", "plut").hasSizeGreaterThan(15);
        Set<String> found = new TreeSet<>();
        List<Path> sources = Sources.matching("(?!protocols/).*/src/main/java/.*\\.java");
        assertThat(sources).hasSizeGreaterThan(1_000);
        for (Path source : sources) {
            String file = source.getFileName().toString();
            Sources.literals(source).stream()
                    .map(literal -> literal.replaceFirst("(://|:)$", ""))
                    .filter(names::contains)
                    .filter(name -> !OTHER_MEANINGS.getOrDefault(file, Set.of()).contains(name))
                    .forEach(name -> found.add(file + ": " + name));
        }
        assertThat(found).isEmpty();
    }
}
