/** What this user's programs move and have moved, kept over restarts. */
@NullMarked
package org.waybill.client.activity;

import org.jspecify.annotations.NullMarked;
