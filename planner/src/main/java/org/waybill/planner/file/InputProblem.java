package org.waybill.planner.file;

/**
 * What is wrong with one place of an input.
 *
 * @param file as the user named it
 * @param line from 1; 0 where the format has no lines worth naming
 * @param message what is wrong and what would be right
 */
public record InputProblem(String file, int line, String message) {
    /** As compilers print it: {@code graph.csv:3: ...}. */
    @Override
    public String toString() {
        return file + ":" + (line > 0 ? line + ":" : "") + " " + message;
    }
}
