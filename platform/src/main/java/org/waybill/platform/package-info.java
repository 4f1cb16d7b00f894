/**
 * Start at {@link PrivateFiles}: what engine, client and service need of the operating system and the JDK, and do not
 * get from them as they need it. {@link LibC} is the one place from which the C library is called, and
 * {@link NamedServers} says which TLS servers are trusted. {@link VisibleText} writes text from outside.
 */
@NullMarked
package org.waybill.platform;

import org.jspecify.annotations.NullMarked;
