/** What a user names as source and destination: parsed, resolved, put into a scenario. */
@NullMarked
package org.waybill.client.endpoint;

import org.jspecify.annotations.NullMarked;
