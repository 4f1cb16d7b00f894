@NullMarked
package org.waybill.client.probe.survey;

import org.jspecify.annotations.NullMarked;
