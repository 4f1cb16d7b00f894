package org.waybill.client.doctor;

/** What the doctor can find. The names are stable; each has a page of its name under {@code docs/codes}. */
public enum DoctorCode {
    /** The receiver's TCP buffer may not grow to the bandwidth-delay product. */
    RECEIVE_WINDOW("The receiver's TCP window cannot cover the path"),
    /** The sender's TCP buffer may not grow to the bandwidth-delay product. */
    SEND_BUFFER("The sender's TCP buffer cannot cover the path"),
    /** Programs that set buffers by hand (GridFTP, UDP) are held below the bandwidth-delay product. */
    SOCKET_LIMIT("Programs may not ask for large enough socket buffers"),
    /** The congestion control cannot fill this path at its length or loss. */
    CONGESTION_CONTROL("The congestion control is wrong for this path"),
    /** Interfaces, or the path between them, take packets of different sizes. */
    PATH_MTU("The largest packet differs along the path"),
    /** Large packets vanish on the path, and no router says so. */
    MTU_BLACK_HOLE("Large packets vanish on the path"),
    /** The path loses packets, whatever is sent. */
    PATH_LOSS("The path loses packets"),
    /** What exceeds a rate is thrown away, not queued. */
    POLICER("A policer throws away what is faster than its rate"),
    /** Others fill the path. */
    CROSS_TRAFFIC("Other traffic fills the path"),
    /** A control group leaves too little of the processors. */
    CPU_QUOTA("A quota holds the processors back"),
    /** Looking the host's name up takes seconds. */
    SLOW_DNS("Looking the name up takes long"),
    /** The host's IPv6 address is dead, and programs try it first. */
    DEAD_IPV6("The IPv6 address does not answer"),
    /** The source's disk gives data more slowly than the path takes them. */
    DISK_READ("The disk at the source is slower than the path"),
    /** Encryption on one core is slower than the path. */
    CIPHER("Encryption is slower than the path"),
    /** The destination's disk takes data more slowly than the path brings them. */
    DISK_WRITE("The disk at the destination is slower than the path"),
    /** More processes want to run than there are processors. */
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
