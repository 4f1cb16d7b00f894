/** What is known of organisations, sites, hosts and their services. */
@NullMarked
package org.waybill.service.profile;

import org.jspecify.annotations.NullMarked;
