@NullMarked
package org.waybill.client.drawing;

import org.jspecify.annotations.NullMarked;
