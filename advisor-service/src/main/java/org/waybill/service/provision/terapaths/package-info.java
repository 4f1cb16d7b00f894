/** Start at {@link TeraPathsProvider}: TeraPaths and ESCPS, circuits from host to host across campus and WAN. */
@NullMarked
package org.waybill.service.provision.terapaths;

import org.jspecify.annotations.NullMarked;
