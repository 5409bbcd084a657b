package tallygate.defences;

import java.io.IOException;
import java.nio.file.Path;

/** A defence that can be taken out of its source, and the test that must then fail. */
interface Removable {
    Cut cut();

    /** Class below {@code tallygate}, number sign, method. */
    String witness();

    /** @param exchanged folder of classes that stand in for the product's */
    default Witness witness(Path exchanged) {
        String[] parts = witness().split("#", 2);
        return new Witness(new PatchedClasses(exchanged).named(parts[0]), parts[1]);
    }

    /** The folder of the classes without this defence. */
    default Path without(Path folder) throws IOException {
        return cut().compiled(folder);
    }
}
