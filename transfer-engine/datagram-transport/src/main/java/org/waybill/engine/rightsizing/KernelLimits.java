package org.waybill.engine.rightsizing;

/**
 * The kernel's bounds on socket buffers in bytes, 0 where unknown.
 *
 * @param autoReceive {@code tcp_rmem[2]}: how far automatic receive buffers grow
 * @param autoSend {@code tcp_wmem[2]}: how far automatic send buffers grow
 * @param manualReceive {@code rmem_max}: the most that {@code SO_RCVBUF} gets
 * @param manualSend {@code wmem_max}: the most that {@code SO_SNDBUF} gets
 */
public record KernelLimits(long autoReceive, long autoSend, long manualReceive, long manualSend) {}
