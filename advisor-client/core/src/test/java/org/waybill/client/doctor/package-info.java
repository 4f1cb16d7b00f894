@NullMarked
package org.waybill.client.doctor;

import org.jspecify.annotations.NullMarked;
