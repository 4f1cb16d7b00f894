/** Networks of namespaces on this machine, for tests. */
@NullMarked
package org.waybill.engine.testserver.lab;

import org.jspecify.annotations.NullMarked;
