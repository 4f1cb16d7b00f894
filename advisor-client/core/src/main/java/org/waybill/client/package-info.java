/** What the client's parts share: the home directory and its private files. */
@NullMarked
package org.waybill.client;

import org.jspecify.annotations.NullMarked;
