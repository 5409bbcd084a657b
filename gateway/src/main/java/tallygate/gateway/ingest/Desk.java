package tallygate.gateway.ingest;

import tallygate.callback.Answer;

/**
 * An endpoint at work. Lives as long as its table.
 *
 * @param tryAgain what this provider takes for "send it again"
 */
record Desk(Endpoint endpoint, EndpointMeters meters, EndpointWatch watch, Answer tryAgain) {
    static Desk of(Endpoint endpoint, IngestMetrics metrics, EndpointWatches watches) {
        return new Desk(
                endpoint,
                metrics.of(endpoint),
                watches.of(endpoint.name()),
                endpoint.bound().tryAgain());
    }
}
