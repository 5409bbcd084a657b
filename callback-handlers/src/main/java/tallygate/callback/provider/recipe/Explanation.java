package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.Finding;
import tallygate.signature.RawRequest;

/** Finds out why a request was refused, by trying what usually happens to requests. For operators, off the hot path. */
record Explanation(Recipe recipe, Endpoint endpoint, List<BoundMode> modes) {
    List<Finding> of(RawRequest request, Optional<Instant> at) {
        return List.of();
    }
}
