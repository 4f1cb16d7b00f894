package org.waybill.planner.file;

import java.util.List;

/**
 * What could be read of an input, and what could not.
 *
 * @param value made of the good rows
 * @param problems in the order of the input; empty if all was well
 */
public record Parsed<T>(T value, List<InputProblem> problems) {
    public Parsed {
        problems = List.copyOf(problems);
    }
}
