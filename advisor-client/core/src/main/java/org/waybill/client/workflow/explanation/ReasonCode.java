package org.waybill.client.workflow.explanation;

/** Why an option has its rank, and what the user should know. Codes are stable; sentences may change. */
public enum ReasonCode {
    // the basis of the forecast
    FORECAST_HISTORY(
            "Forecast from past transfers",
            "The time comes from earlier transfers between these hosts with this transport. It is the "
                    + "most reliable basis: it includes the disks, the network and the load of both hosts."),
    FORECAST_PROBE(
            "Forecast from a probe",
            "The time comes from small test transfers of growing size, made just now with the protocol "
                    + "itself. The slope of their times over their sizes gives the rate, the intercept the delay "
                    + "before the first byte. If the largest of them still went faster or slower than the others, "
                    + "the band is wider and the text mentions it."),
    FORECAST_MODEL(
            "Forecast from a model",
            "The time comes from a model of TCP with the measured round-trip time and, where known, the "
                    + "bottleneck and the kernel's buffer limits. A model does not include other load on the path "
                    + "or the disks."),
    PACKET_TRAINS(
            "Packet trains with the node",
            "This machine and the node at the remote host sent each other short trains of UDP packets. The rate at"
                    + " which they arrive is the capacity of each direction; trains that are a little too fast show"
                    + " how much of it others leave. All options over this path use it."),
    FORECAST_UNKNOWN(
            "No forecast",
            "No measurement is available to compute a time from. Such options are listed after those with "
                    + "a forecast, in the order of the protocols' known performance and security."),

    // the reason for the option's rank
    SHORTEST_TIME(
            "Fastest forecast", "Of the options that meet your constraints, this one is forecast to finish first."),
    PREFERRED(
            "Preferred by you",
            "You named this protocol with --prefer. It is listed before options whose forecasts are within a "
                    + "quarter of its own. A much faster option is still listed first, unless forecasts are unknown."),
    PROTOCOL_ORDER(
            "Order of protocols",
            "The forecasts are equal or unknown, so the order is that of the protocols' known performance "
                    + "and security: secure protocols for bulk data first (Lu 2011, 4.1.1.5)."),
    MEETS_DEADLINE("Meets the deadline", "It is forecast to finish before the deadline with 90 % probability."),
    MAY_MISS_DEADLINE(
            "May miss the deadline",
            "The median forecast (P50) meets the deadline, the pessimistic one (P90) does not."),
    WOULD_MISS_DEADLINE("Misses the deadline", "The median forecast (P50) ends after the deadline."),
    DEADLINE_UNKNOWN("Deadline not checked", "There is no forecast to compare with the deadline."),
    MAY_BE_TRIED(
            "May be tried",
            "This option has no transfers between these hosts yet, and may be much faster than the first one. 'waybill"
                + " copy' uses it for a short transfer now and then, to learn its time: for at most 2 % of the bytes"
                + " that it copies by advice, never for an option that is less secure, and with the first option if it"
                + " fails. 'waybill history accuracy' shows the share; 'copy --explore no' turns it off."),
    FORECAST_CIRCUIT(
            "Forecast of a reserved path",
            "The time is the wait for the circuit's start plus the transfer at the rate of the path: the "
                    + "lowest of the reserved rate, the links along the circuit, and the measured rate from this "
                    + "machine to its ingress (Lu 2011, 4.1.1.6). Disks and processors of the hosts are estimated, "
                    + "not measured."),
    CIRCUIT_PAYS(
            "Above the break-even size",
            "From this size on, the circuit finishes before the best option without one, its wait " + "included."),

    // what the option can and cannot do
    RESERVED_CIRCUIT(
            "Over a reserved circuit",
            "A provisioning system connects both endpoints and has a circuit available. The steps hold "
                    + "it, commit it, copy the data and release it. 'waybill copy --circuit' does all of this; "
                    + "'waybill script' writes it as a script. Holding a circuit requires the role 'operator' at "
                    + "the service."),
    CAPACITY_ONLY(
            "Free capacity unknown",
            "The provisioning system does not publish free capacity, so the quote is based on the "
                    + "capacity of the links or on the requested rate. The hold shows whether the rate is "
                    + "available."),
    REPLICA(
            "From a replica",
            "A data catalogue lists another copy of the same data, with the same size and, where known, "
                    + "the same checksums. Replicas are ranked with the source by their forecasts."),
    PARALLEL_STREAMS(
            "Parallel streams",
            "Several connections carry one file. They help where the window or packet loss limits one "
                    + "connection, and take a larger share of the path than one connection."),
    SINGLE_STREAM(
            "One connection",
            "One connection carries the data: on a long path, its window or a little packet loss limits " + "it."),
    MANY_FILES(
            "Many files cost round trips",
            "This protocol needs one or more round trips for each file, in which no data flow. With many "
                    + "small files they take most of the time; pack the files, or use a transport that pipelines."),
    PIPELINED_FILES(
            "Files are pipelined",
            "Files are sent without waiting for the answer to each one, so small files cost little time."),
    RESUMES("Resumes after an interruption", "A re-run sends only the missing data."),
    NO_RESUME("Restarts after an interruption", "A re-run after an interruption sends everything again."),
    VERIFIED("Verified end to end", "The SHA-256 of the destination is compared with that of the source."),
    NOT_VERIFIED(
            "Not verified end to end",
            "The checksums of source and destination cannot be compared, or only if the server provides "
                    + "one. Integrity depends on TCP and the protocol. If that is not enough, compare checksums by "
                    + "other means."),
    DURABLE(
            "No partial files at the destination",
            "A file gets its final name only when it is complete and verified and, where the protocol can have it"
                    + " flushed, on the disk."),
    ENCRYPTED("Encrypted", "No one on the path can read the data, or change them undetected."),
    CLEARTEXT(
            "Not encrypted",
            "Anyone on the path can read and change the data, and the password if one is sent. --secure "
                    + "excludes such options."),
    ENCRYPTION_UNKNOWN(
            "Encryption unknown",
            "Where a remote of rclone is, and whether data and log-in are encrypted on the path to it, only rclone's"
                    + " configuration says. --secure excludes such options."),
    CONTROL_ONLY_ENCRYPTED(
            "Only the control channel is encrypted",
            "The login is protected and the data connection is authenticated, but the data are not "
                    + "encrypted unless protection of the data channel is requested."),
    THIRD_PARTY_DIRECT(
            "Directly between the two hosts",
            "The data flow directly between the hosts, or stay within a server that has both ends; this machine only"
                    + " controls the transfer."),
    THROUGH_THIS_MACHINE(
            "Through this machine",
            "The two hosts cannot transfer to each other with this protocol, so this machine downloads "
                    + "and uploads the data: both of its connections carry all of them."),
    STAGED(
            "Via a nearby host",
            "An endpoint has no service suited to long paths, and the catalogue knows a host near it that has one: the"
                    + " data are copied there, carried over the long path by that service, and copied on (Lu 2011,"
                    + " 4.1.1.4). 'waybill copy --workflow ID' removes the intermediate copies at the end; those of a"
                    + " script stay in your login directory until you remove them. A default copy never uses such an"
                    + " option. Without a forecast for each of its transfers, this option is listed after direct "
                    + "options."),
    RELAYS_PAY(
            "Relays are forecast to be faster",
            "The links between the hosts and the relays were measured, and the path over the relays is forecast to be "
                    + "faster than the direct one by more than a threshold: 50 % at first, then the lowest one at "
                    + "which earlier transfers over relays did no harm (Rizk 2006, 4.5). 'copy' still measures the "
                    + "direct path first and keeps the relays only if they make the transfer faster, unless you name "
                    + "the option with --workflow."),
    PATH_MAY_DIFFER(
            "The path may refer to another place",
            "This service may export the file system under another root than the one you named, so the "
                    + "path may refer to another file. Check before you copy. Such options are listed after those "
                    + "whose paths are certain, unless you prefer them by name."),
    SCRIPT_ONLY(
            "Needs another tool",
            "Waybill does not implement this protocol; the script uses the named tool, which must be " + "installed."),
    TOOL_MISSING("Tool not found", "The program that the script runs is not on this machine's PATH."),
    NEEDS_PROXY(
            "Needs a grid proxy",
            "GridFTP and SRM authenticate with a short-lived proxy certificate: run grid-proxy-init or "
                    + "voms-proxy-init first."),
    WINDOW_LIMITED(
            "Limited by buffer sizes",
            "The kernel's buffer limits allow less data in flight than the bandwidth-delay product of the "
                    + "path, so one connection cannot fill it. 'waybill doctor' shows the settings."),
    DEDICATED_PATH(
            "Dedicated path",
            "You declared the path as dedicated, so transports without congestion control may use it, up "
                    + "to the given rate."),

    // warnings about the whole advice
    SERVICE_UNAVAILABLE(
            "Advisor service not reached",
            "Without the service there is no history, no catalogue and no places: the advice is based "
                    + "only on what was measured now."),
    HOST_UNREACHABLE(
            "Host not reached",
            "None of the probed ports answered. The host may be down, or a firewall may drop packets from "
                    + "this machine."),
    NO_USABLE_PROTOCOL("No usable protocol", "No protocol was found that both endpoints support in this direction."),
    SERVICE_SILENT(
            "Service silent",
            "Nothing came back in time from the port of the protocol that was named, so whether there is an option "
                    + "is not known. Ask again, or see 'waybill doctor HOST'."),
    HOST_KEY_UNKNOWN(
            "Host key not known",
            "The best option logs in by SSH, and the server's host key is not in your known_hosts: "
                    + "'waybill copy' would exit with code 6. Compare the fingerprint with the administrator's, "
                    + "then run 'waybill trust'."),
    WRONG_SERVICE(
            "Another service answers",
            "The port is open, but the service on it is not the protocol that usually uses this port, so "
                    + "the protocol is not offered."),
    SIZE_UNKNOWN(
            "Size unknown", "The size of the data could not be determined, so times are unknown: give it with --size."),
    SIZE_INCOMPLETE(
            "Counting stopped",
            "The source has too many files to count in the time allowed, so the size is a lower bound."),
    DISK_TOO_SMALL("Not enough space", "The destination's file system has less free space than the data need."),
    PREFERENCE_UNAVAILABLE(
            "Preferred protocol unavailable",
            "A protocol that you prefer cannot be used; the list of protocols gives the reason."),
    CLEARTEXT_LEFT_OUT("Unencrypted options excluded", "--secure excluded options without encryption of the data."),
    DEADLINE_OUT_OF_REACH("Deadline out of reach", "No option is forecast to finish before the deadline."),
    PATH_UNKNOWN(
            "Route unknown",
            "The route could not be traced: the tools are not installed, or the network drops the probes. "
                    + "The ranking does not depend on it."),
    BANDWIDTH_UNKNOWN(
            "Bandwidth not measured",
            "No bandwidth probe could run on the path, so forecasts without history are rough or missing."),
    HOST_PROFILE_UNKNOWN(
            "Host not examined",
            "Memory, disk and load of a remote host are read over SSH, which requires a login and a known "
                    + "host key. Without them they are unknown."),
    NEARBY_SERVICES(
            "Better services nearby",
            "The catalogue knows hosts near an endpoint with services for bulk data; the data may be "
                    + "staged through them."),
    STORAGE_SYSTEM(
            "A storage system with SRM",
            "The service asked the storage system for its protocols and files. Files on tape (NEARLINE) "
                    + "are staged to disk first, which takes an unknown time. 'waybill copy' has the file made ready, "
                    + "copies it and ends the request."),
    CIRCUIT_DOES_NOT_PAY(
            "A circuit is not faster",
            "Provisioning systems connect both endpoints, but for this size the best option without a "
                    + "circuit finishes sooner."),
    CIRCUIT_UNAVAILABLE(
            "No circuit available",
            "A provisioning system that connects both endpoints has no circuit in time for this transfer, "
                    + "or does not answer."),
    RELAYS_DO_NOT_PAY(
            "Relays are not fast enough",
            "The links between the hosts and the relays were measured, and no path over relays is forecast to be "
                    + "faster than the direct one by enough. 'waybill copy --via HOST:PORT' uses a relay all the "
                    + "same."),
    RELAYS_DID_HARM(
            "Relays that slowed transfers down",
            "The last transfer between these hosts over these relays was slower than the direct path by more than "
                    + "2 %, so they are not used. That is forgotten after 30 days, or when a transfer that names them "
                    + "with --via is faster than the direct path."),
    RELAYS_TOGETHER(
            "Several paths at once",
            "The links were measured, and these paths share no relay: 'waybill copy --via disjoint' uses all of them "
                    + "at once, each with the share of the data that it carries. Their sum is what they carry together "
                    + "if they share no link either; a path that breaks or stays slow hands its share to the others."),
    REPLICA_UNUSABLE(
            "A copy cannot be used",
            "A data catalogue lists a copy on a host that is unknown, does not answer, or does not have "
                    + "the copy.");

    private final String title;
    private final String explanation;

    ReasonCode(String title, String explanation) {
        this.title = title;
        this.explanation = explanation;
    }

    /** A few words. */
    public String title() {
        return title;
    }

    /** What it means and what can be done, for {@code waybill explain CODE}. */
    public String explanation() {
        return explanation;
    }
}
