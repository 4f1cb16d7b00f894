/** Which protocols both ends speak, and which of them are of use. */
@NullMarked
package org.waybill.client.discovery;

import org.jspecify.annotations.NullMarked;
