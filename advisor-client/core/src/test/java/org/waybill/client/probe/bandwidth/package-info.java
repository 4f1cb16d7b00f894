@NullMarked
package org.waybill.client.probe.bandwidth;

import org.jspecify.annotations.NullMarked;
