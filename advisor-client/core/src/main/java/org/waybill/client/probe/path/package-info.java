/**
 * Start at {@link PathDiscovery}: the route to a host, without root and also where no tool is installed.
 *
 * <p>tracepath comes first: it needs no privileges and finds the path MTU. If it does not arrive, traceroute runs by
 * UDP, ICMP and TCP at once. Where neither is installed our own trace sends UDP to closed ports with
 * {@code IP_RECVERR}, whose error queue names the router that dropped each packet, without privileges; ICMP echo where
 * UDP is filtered. It is bound by the foreign function API with about 20 constants, on 64-bit Linux only;
 * {@code CanRun} says so elsewhere. Waiting in {@code poll} holds a thread, so that is a platform thread.
 *
 * <p>All of them find the eight routers of {@code nadma-case3.topo} within 2 ms, IPv6 on veth pairs too. tracepath
 * writes to a pipe only when it ends: killed at its limit it has printed nothing, so it runs under {@code stdbuf} where
 * there is one. {@code Process.destroyForcibly} closes the streams and loses the output; the handle's does not.
 */
@NullMarked
package org.waybill.client.probe.path;

import org.jspecify.annotations.NullMarked;
