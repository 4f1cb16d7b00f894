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
