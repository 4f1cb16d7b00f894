@NullMarked
package org.waybill.client.probe.icmp;

import org.jspecify.annotations.NullMarked;
