@NullMarked
package org.waybill.client.probe.path;

import org.jspecify.annotations.NullMarked;
