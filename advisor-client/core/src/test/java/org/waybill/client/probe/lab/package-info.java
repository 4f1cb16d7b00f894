/** Probes on hosts of a laboratory, for tests. */
@NullMarked
package org.waybill.client.probe.lab;

import org.jspecify.annotations.NullMarked;
