/**
 * Start at {@link HostExaminer}: what a machine can do: memory, disks, load, TCP settings; read locally or in one round
 * trip over SSH.
 */
@NullMarked
package org.waybill.client.probe.host;

import org.jspecify.annotations.NullMarked;
