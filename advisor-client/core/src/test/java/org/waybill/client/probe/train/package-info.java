@NullMarked
package org.waybill.client.probe.train;

import org.jspecify.annotations.NullMarked;
