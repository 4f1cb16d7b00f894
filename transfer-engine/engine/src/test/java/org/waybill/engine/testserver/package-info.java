/**
 * Real servers from Debian packages, each started on a free loopback port with a configuration of its own and ended by
 * its own process id. A test that needs a server whose package is missing is skipped with the package's name, or fails
 * when {@code -Dwaybill.test.servers.required=true}. Published as a test-jar for the client's and end-to-end tests.
 */
@NullMarked
package org.waybill.engine.testserver;

import org.jspecify.annotations.NullMarked;
