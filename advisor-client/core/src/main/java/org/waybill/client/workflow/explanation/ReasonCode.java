package org.waybill.client.workflow.explanation;

/** Why a workflow stands where it stands, and what the user should know. Codes are stable; sentences may change. */
public enum ReasonCode {
    // what the forecast stands on
    FORECAST_HISTORY(
            "Forecast from past transfers",
            "The time comes from earlier transfers between these hosts with this transport. It is the best basis there "
                    + "is: it contains the disks, the network and the load of both ends as they were."),
    FORECAST_PROBE(
            "Forecast from a probe",
            "The time comes from small transfers of growing size made just now with the protocol itself. The slope of "
                    + "their times over their sizes is the rate, the intercept is the delay before the first byte. "
                    + "Where the largest of them still went faster or slower than the others, the band is wider, and "
                    + "the sentence says so."),
    FORECAST_MODEL(
            "Forecast from a model",
            "The time comes from a model of TCP with the measured round-trip time and, where known, the bottleneck and "
                    + "the kernel's buffer limits. A model does not know what else loads the path or the disks."),
    FORECAST_UNKNOWN(
            "No forecast",
            "Nothing was measured that a time could be computed from, so none is given. Such a workflow stands below "
                    + "those with a forecast, in the order of the protocol's known performance and security."),

    // why it stands where it stands
    SHORTEST_TIME("Shortest forecast", "Of the workflows that respect your constraints it is forecast to end first."),
    PREFERRED(
            "Preferred by you",
            "You named this protocol with --prefer. It goes before others whose forecast is "
                    + "within a quarter of its own; a much faster one still goes first, unless forecasts are unknown."),
    PROTOCOL_ORDER(
            "Order of protocols",
            "Forecasts are equal or unknown, so the order is that of the protocols' known performance and security,"
                    + " with preference for secure protocols made for bulk data (Lu 2011, 4.1.1.5)."),
    MEETS_DEADLINE("Meets the deadline", "It is forecast to end before the deadline in nine cases of ten."),
    MAY_MISS_DEADLINE("May miss the deadline", "Its median forecast ends in time, its pessimistic one does not."),
    WOULD_MISS_DEADLINE("Would miss the deadline", "Its median forecast ends after the deadline."),
    DEADLINE_UNKNOWN("Deadline not judged", "There is no forecast that could be compared with the deadline."),
    FORECAST_CIRCUIT(
            "Forecast of a reserved path",
            "The time is the wait for the circuit's start and then the size over what the path can carry of it: the "
                    + "least of the reserved rate, the links along the circuit, and the rate measured from here to its "
                    + "ingress (Lu 2011, 4.1.1.6). Disks and processors of the ends are reckoned with, not measured."),
    CIRCUIT_PAYS(
            "Above the break-even size",
            "From this size on the circuit, its wait included, is through before " + "the best option without one."),

    // what the workflow can and cannot do
    RESERVED_CIRCUIT(
            "Over a reserved circuit",
            "A provisioning system reaches both ends and has a circuit free. The steps hold it, make it last, move the"
                    + " data and give it back; 'waybill copy --circuit' does all that, and 'waybill script' writes it"
                    + " down. To hold a circuit takes the role of an operator at the service."),
    CAPACITY_ONLY(
            "Not known to be free",
            "The provisioning system does not tell what is free, so the quote rests on "
                    + "what the links could carry, or on the rate that was asked for. The hold shows whether it is."),
    REPLICA(
            "From a replica",
            "A catalogue of data lists another copy of the same data, with the same size and "
                    + "checksums as far as they are known. Replicas are ranked with the source by their forecasts."),
    PARALLEL_STREAMS(
            "Parallel streams",
            "Several connections carry one file. They help where one connection is held "
                    + "back by its window or by loss, and share the path less fairly."),
    SINGLE_STREAM(
            "One connection",
            "One connection carries the data: on a long path its window or a little loss holds " + "it back."),
    MANY_FILES(
            "Many files cost round trips",
            "Each file costs this protocol one or more round trips in which no data flow. With many small files that"
                    + " is most of the time; pack them, or use a pipelining transport."),
    PIPELINED_FILES(
            "Files are pipelined",
            "Many files travel without waiting for each one's answer, so that small " + "ones cost little."),
    RESUMES("Goes on after a break", "Run again, it sends only what is missing."),
    NO_RESUME("Starts again after a break", "Run again after an interruption, it sends everything again."),
    VERIFIED("Verified end to end", "SHA-256 of the destination is compared with that of the source."),
    NOT_VERIFIED(
            "Not verified end to end",
            "Checksums of both ends cannot be compared here, or only if the server tells one; what arrives is trusted"
                    + " to TCP and the protocol. Compare checksums by other means if it matters."),
    DURABLE("Never half a file", "A file appears under its name only when it is whole, verified and on the disk."),
    ENCRYPTED("Encrypted", "Nobody on the path can read or change the data unnoticed."),
    CLEARTEXT(
            "Not encrypted",
            "Anyone on the path can read and change the data, and the password if one is "
                    + "sent. --secure leaves such workflows out."),
    CONTROL_ONLY_ENCRYPTED(
            "Only the control channel is encrypted",
            "Log-in is protected and the data connection "
                    + "authenticated, but data travel in clear unless protection of the data channel is asked for."),
    THIRD_PARTY_DIRECT("Straight between the two hosts", "The data do not pass this machine; it only steers."),
    THROUGH_THIS_MACHINE(
            "Through this machine",
            "The two hosts cannot talk to each other with this protocol, so this "
                    + "machine fetches and sends the data: both of its connections carry all of it."),
    STAGED(
            "Via a nearby host",
            "An end lacks the services that long paths want, and the catalogue knows a host near it that has them: the"
                + " data are copied there, carried over the long path by that service, and copied on (Lu 2011,"
                + " 4.1.1.4). The copies there lie in your login directory until you remove them. Without a forecast"
                + " for each of its transfers it stands behind direct options."),
    PATH_MAY_DIFFER(
            "The path may mean another place",
            "This service may show the file system under another root than the one you named, so the path may name"
                + " another file. Look before you move: such workflows stand below those whose paths are sure, unless"
                + " you prefer them by name."),
    SCRIPT_ONLY(
            "Needs another tool",
            "Waybill does not speak this protocol itself; the script does it with the named "
                    + "tool, where that is installed."),
    TOOL_MISSING("Tool not found here", "The program that the script runs is not on this machine's PATH."),
    NEEDS_PROXY(
            "Needs a grid proxy",
            "GridFTP and SRM authenticate by a short-lived proxy certificate: run "
                    + "grid-proxy-init or voms-proxy-init first."),
    WINDOW_LIMITED(
            "Held back by buffer limits",
            "The kernel's buffer limits allow less data in flight than the path holds (bandwidth x round-trip time),"
                    + " so that one connection cannot fill it. 'waybill doctor' names the settings."),
    DEDICATED_PATH(
            "Dedicated path",
            "You said that the path is yours alone, so transports without congestion control "
                    + "may use it, never above the given rate."),

    // warnings about the whole advice
    SERVICE_UNAVAILABLE(
            "Advisor service not reached",
            "Without the service there is no history, no catalogue and no "
                    + "place names: the advice rests on what was measured now."),
    HOST_UNREACHABLE(
            "Host not reached",
            "None of the ports that were tried answered. The host may be down, or a "
                    + "firewall may drop what comes from here."),
    NO_USABLE_PROTOCOL(
            "No usable protocol", "Nothing was found that both ends speak and that works in this " + "direction."),
    HOST_KEY_UNKNOWN(
            "Host key not known",
            "The best option logs in by SSH, and the server's host key is not in your "
                    + "known_hosts: 'waybill copy' would end with exit code 6. Compare the fingerprint with the "
                    + "administrator's, and say so with 'waybill trust'."),
    WRONG_SERVICE(
            "Another service answers",
            "The port is open but what answers is not the protocol that usually lives "
                    + "there, so it is not offered."),
    SIZE_UNKNOWN(
            "Size unknown",
            "The size of the data could not be found out, so times are unknown: give it with " + "--size."),
    SIZE_INCOMPLETE(
            "Counting stopped",
            "The source has too many files to count in the time allowed, so the size is a " + "lower bound."),
    DISK_TOO_SMALL("Not enough space", "The destination's file system has less free space than the data need."),
    PREFERENCE_UNAVAILABLE(
            "Preferred protocol unavailable",
            "A protocol that you prefer cannot be used here; the " + "list of protocols says why."),
    CLEARTEXT_LEFT_OUT("Unencrypted options left out", "--secure removed workflows whose data travel in clear."),
    DEADLINE_OUT_OF_REACH("Deadline out of reach", "No workflow is forecast to end before the deadline."),
    PATH_UNKNOWN(
            "Path not found out",
            "The route could not be traced: the tools are missing, or the network drops the "
                    + "probes. Ranking does not depend on it."),
    BANDWIDTH_UNKNOWN(
            "Bandwidth not measured",
            "No probe of the path's bandwidth could run, so forecasts without " + "history rest on little or nothing."),
    HOST_PROFILE_UNKNOWN(
            "Host not examined",
            "Memory, disk and load of a remote host are read over SSH, which needs a "
                    + "log-in and a known host key; without them they are unknown."),
    NEARBY_SERVICES(
            "Better services nearby",
            "The catalogue knows hosts near an end of the transfer with services "
                    + "made for bulk data; data may be staged through them."),
    STORAGE_SYSTEM(
            "A storage system with SRM",
            "The service asked the storage system what it speaks and has. Files on "
                    + "tape (NEARLINE) are staged to disk first, which takes a time that nobody knows beforehand."),
    CIRCUIT_DOES_NOT_PAY(
            "A circuit does not pay",
            "Provisioning systems reach both ends, but for this size the best "
                    + "option without a circuit finishes sooner."),
    CIRCUIT_UNAVAILABLE(
            "No circuit to be had",
            "A provisioning system that reaches both ends has no circuit for this " + "in time, or does not answer."),
    REPLICA_UNUSABLE(
            "A copy cannot be used",
            "A catalogue of data lists a copy there, but the host is unknown, does "
                    + "not answer, or does not have it.");

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
