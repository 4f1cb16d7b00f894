/** Start at {@link ProfileViewModel}: accounts, keys, certificates, proxies, the vault and known hosts. */
@NullMarked
package org.waybill.desktop.profile;

import org.jspecify.annotations.NullMarked;
