package org.waybill.client.workflow.script;

/**
 * One action of a workflow.
 *
 * @param title what it does, in a few words
 * @param text what there is to know about it
 * @param command one line for a POSIX shell, every word quoted; empty when there is nothing to run
 */
public record Step(String title, String text, String command) {}
