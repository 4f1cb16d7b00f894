/**
 * Start at {@link AdvisorServer}: the advisor service starts in its own process or in a command's, and this package
 * wires its features together.
 *
 * <p>The first command of a user starts the service in its own process, and every part delays the answer.
 * {@link EmbeddedApplication} therefore names the auto-configurations that it takes (data source, Flyway, Hibernate,
 * Spring Data, Tomcat, Security) and scans nothing; a new one must be named there. Hessian is a servlet of its own, so
 * Spring MVC, Jackson, Thymeleaf, Actuator and springdoc start in {@link StandaloneApplication} only: a feature that
 * needs them does not work embedded. Beans are lazy. SLF4J goes to {@code java.util.logging}, which the command line
 * already sends to files. Security is the same code in both. One profile look-up, with start and stop of the whole
 * process, takes 7.3 s of processor time without and 3.4 s with an AOT cache of 133 MB, on two cores that other builds
 * used as well.
 */
@NullMarked
package org.waybill.service;

import org.jspecify.annotations.NullMarked;
