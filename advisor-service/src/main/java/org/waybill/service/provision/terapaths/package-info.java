/** Start at {@link TeraPathsProvider}: TeraPaths, circuits from host to host across campus and WAN. */
@NullMarked
package org.waybill.service.provision.terapaths;

import org.jspecify.annotations.NullMarked;
