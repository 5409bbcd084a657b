package tallygate.gateway.task;

import org.junit.jupiter.api.extension.ExtendWith;

/** What the parts of the contract build on: the stores under test, empty at the beginning of each test. */
@ExtendWith(RowsAreSound.class)
public interface StoreContract {
    StoreRig rig();
}
