/**
 * Start at {@link RcloneStore}: rclone's remotes, {@code rclone:NAME:path}. {@link RcloneControl} asks an {@code rclone
 * rcd} of its own ({@link RcloneProcess}) by HTTP at a port of loopback, with a password that only the two know (decision
 * 0318).
 */
@NullMarked
package org.waybill.engine.mover.rclone;

import org.jspecify.annotations.NullMarked;
