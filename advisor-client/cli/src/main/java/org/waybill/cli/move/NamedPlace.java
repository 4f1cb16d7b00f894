package org.waybill.cli.move;

import java.util.Optional;
import java.util.function.Consumer;
import org.waybill.cli.command.CommandFailure;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.protocol.Protocols;

/**
 * Checks that the file which an option reads by another protocol can be the one that the user named: a server of another
 * protocol may show other files at the same path.
 *
 * @param notes receives a line where the check cannot be certain
 */
record NamedPlace(EndpointStores stores, Consumer<String> notes) {

    /** @param used what the option reads */
    void checkSource(Endpoint named, Location used) throws InterruptedException {
        if (isCertain(named, used)) {
            return;
        }
        Endpoint other = new Endpoint(used, true);
        try {
            Optional<Entry> meant = entry(named);
            Optional<Entry> read = meant.isEmpty() ? meant : entry(other);
            if (meant.isPresent() && read.isPresent() && differ(meant.get(), read.get())) {
                throw new CommandFailure(
                        Reason.UNSAFE,
                        other.format() + " is not " + named.format() + ": " + shown(read.get()) + " instead of "
                                + shown(meant.get()) + "; to copy it, name it as the source");
            }
        } catch (TransferException e) {
            // the transfer itself reports what cannot be read
        }
        note(named, used);
    }

    /** @param used what the option writes */
    void checkDestination(Endpoint named, Location used) {
        if (!isCertain(named, used)) {
            note(named, used);
        }
    }

    private static boolean isCertain(Endpoint named, Location used) {
        return named.isLocal()
                || !named.schemeChosen()
                || !named.host().equals(used.host())
                || Protocols.named(used.scheme())
                        .filter(protocol -> PathEquivalence.of(named, protocol) != PathEquivalence.SURE)
                        .isEmpty();
    }

    private Optional<Entry> entry(Endpoint end) throws TransferException, InterruptedException {
        try (EndpointStores.Opened opened = stores.open(end)) {
            return opened.store().stat(opened.path());
        }
    }

    private static boolean differ(Entry one, Entry other) {
        return one.kind() != other.kind()
                || one.isFile()
                        && one.sizeBytes() >= 0
                        && other.sizeBytes() >= 0
                        && one.sizeBytes() != other.sizeBytes();
    }

    private static String shown(Entry entry) {
        return entry.isDirectory() ? "a directory" : "a file of " + HumanUnits.binarySize(entry.sizeBytes());
    }

    private void note(Endpoint named, Location used) {
        notes.accept("waybill: WARNING: " + new Endpoint(used, true).format() + " may not be " + named.format()
                + ": servers can show different files at the same path");
    }
}
