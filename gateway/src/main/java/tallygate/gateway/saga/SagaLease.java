package tallygate.gateway.saga;

/**
 * The right to carry a saga on. The epoch alone fences: it grows with every claim and never goes back.
 *
 * @param row its number in {@code saga_instance}
 */
public record SagaLease(long row, int epoch) {}
