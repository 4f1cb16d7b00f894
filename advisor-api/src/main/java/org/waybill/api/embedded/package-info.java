/** Starting an advisor service in this process without knowing the classes that it is made of. */
@NullMarked
package org.waybill.api.embedded;

import org.jspecify.annotations.NullMarked;
