/** Networks of namespaces on this machine, for tests. */
@NullMarked
package org.waybill.client.probe.lab;

import org.jspecify.annotations.NullMarked;
