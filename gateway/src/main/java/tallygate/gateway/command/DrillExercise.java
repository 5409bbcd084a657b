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

    /** What exercises play with, as far as it can be brought back after one of them was not played to its end. */
    @FunctionalInterface
    interface Ground {
        /** @throws IOException when it cannot */
        void mend() throws IOException, InterruptedException;
    }
}
