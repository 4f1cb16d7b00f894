package org.waybill.client.doctor;

/** What the doctor can find. The names are stable; each has a page of its name under {@code docs/codes}. */
public enum DoctorCode {
    /** The receiver's TCP buffer may not grow to the bandwidth-delay product. */
    RECEIVE_WINDOW("The receiver's TCP buffer is too small for the path"),
    /** The sender's TCP buffer may not grow to the bandwidth-delay product. */
    SEND_BUFFER("The sender's TCP buffer is too small for the path"),
    /** Programs that set buffers by hand (GridFTP, UDP) are held below the bandwidth-delay product. */
    SOCKET_LIMIT("Programs may not set large enough socket buffers"),
    /** The congestion control cannot fill this path at its length or loss. */
    CONGESTION_CONTROL("The congestion control does not suit the path"),
    /** Interfaces, or the path between them, take packets of different sizes. */
    PATH_MTU("The hosts use different MTUs"),
    /** The path drops large packets silently, and no router says so. */
    MTU_BLACK_HOLE("The path drops large packets silently"),
    /** The path loses packets at any rate. */
    PATH_LOSS("The path loses packets"),
    /** What exceeds a rate is thrown away, not queued. */
    POLICER("A policer drops packets above its rate"),
    /** Others fill the path. */
    CROSS_TRAFFIC("Other traffic fills the path"),
    /** The path carries far less in one direction, and nothing at the hosts explains it. */
    NARROW_DIRECTION("One direction is much narrower than the other"),
    /** A control group leaves too little of the processors. */
    CPU_QUOTA("A CPU quota slows the transfer"),
    /** Looking the host's name up takes seconds. */
    SLOW_DNS("Name resolution is slow"),
    /** The host's IPv6 address is dead, and programs try it first. */
    DEAD_IPV6("The IPv6 address does not answer"),
    /** Another address of the host is dead, and programs may try it first. */
    DEAD_ADDRESS("An address does not answer"),
    /** The source's disk gives data more slowly than the path takes them. */
    DISK_READ("The source disk is slower than the path"),
    /** Encryption on one core is slower than the path. */
    CIPHER("Encryption is slower than the path"),
    /** The destination's disk takes data more slowly than the path brings them. */
    DISK_WRITE("The destination disk is slower than the path"),
    /** More processes are ready to run than there are processors. */
    CPU_LOAD("The processors are busy");

    private final String title;

    DoctorCode(String title) {
        this.title = title;
    }

    /** A few words for a heading. */
    public String title() {
        return title;
    }
}
