/**
 * Start at {@link SshConfig}: what the user's {@code ssh_config} says of a host, as OpenSSH reads it (decision 0274).
 * Nothing here connects or runs anything.
 */
@NullMarked
package org.waybill.engine.mover.sshconfig;

import org.jspecify.annotations.NullMarked;
