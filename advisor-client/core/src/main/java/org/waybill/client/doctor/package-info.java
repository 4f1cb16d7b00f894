/**
 * Start at {@link Doctor}: what at two hosts keeps the path between them from being used: buffers, congestion control,
 * MTU, cipher, disk, CPU. It checks numbers; {@link LocalMeasurements} and {@link RemoteDisk} measure those that no
 * table holds.
 */
@NullMarked
package org.waybill.client.doctor;

import org.jspecify.annotations.NullMarked;
