package tallygate.callback.outbound;

import java.util.List;
import java.util.Optional;
import tallygate.signature.Header;

/** What came of an HTTP call, told by what it proves. */
public sealed interface Called {
    /**
     * The receiver answered.
     *
     * @param body at most the limit; nobody may write to the array
     * @param isCut true when the body was longer than the limit
     */
    record Answered(int status, List<Header> headers, byte[] body, boolean isCut) implements Called {
        public Answered {
            headers = List.copyOf(headers);
        }

        public Optional<String> header(String name) {
            return headers.stream()
                    .filter(header -> header.isNamed(name))
                    .map(Header::value)
                    .findFirst();
        }
    }

    /**
     * Certainly nothing arrived: no connection came about.
     *
     * @param isDeployFault the name is unknown or the certificate is refused: this hits every call
     */
    record NotSent(String why, boolean isDeployFault) implements Called {}

    /** Something was sent, and no usable answer came back: it may have arrived. */
    record NoAnswer(String why) implements Called {}
}
