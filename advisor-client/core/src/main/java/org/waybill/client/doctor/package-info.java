/**
 * What at two hosts keeps the path between them from being used: buffers, congestion control, MTU, cipher, disk, CPU.
 * {@link Doctor} judges numbers; {@link LocalMeasurements} and {@link RemoteDisk} get those that no table holds.
 */
@NullMarked
package org.waybill.client.doctor;

import org.jspecify.annotations.NullMarked;
