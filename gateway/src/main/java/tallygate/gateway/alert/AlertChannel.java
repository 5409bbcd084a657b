package tallygate.gateway.alert;

/** Where people are told. May block, within its own time limits. */
public interface AlertChannel {
    /** What came of telling. */
    sealed interface Told {
        record Delivered() implements Told {}

        /** @param why without the channel's address or secret */
        record Failed(String why) implements Told {}
    }

    String name();

    /** Alerts below it are not told here. */
    Alert.Severity least();

    Told tell(AlertMessage message) throws InterruptedException;
}
