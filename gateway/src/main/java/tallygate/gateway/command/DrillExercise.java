package tallygate.gateway.command;

import java.io.IOException;

/** One exercise: it makes its fault, mends it, and writes into the book what it found. */
record DrillExercise(String name, Script script) {
    /** What it does. */
    @FunctionalInterface
    interface Script {
        /** @return figures for the report */
        String run() throws IOException, InterruptedException;
    }
}
