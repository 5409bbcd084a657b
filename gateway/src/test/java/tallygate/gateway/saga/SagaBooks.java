package tallygate.gateway.saga;

/** What must hold of a saga in the end, with what it has done to its participants. */
final class SagaBooks {
    private final SagaWorld world;
    private final Snapshot saga;

    SagaBooks(SagaWorld world, Snapshot saga) {
        this.world = world;
        this.saga = saga;
    }

    void balance() {
        world.sometimes("ended-" + saga.status());
        switch (saga.status()) {
            case COMPLETED -> world.plan().definition().steps().forEach(step -> net(step, 1));
            case COMPENSATED -> world.plan().definition().steps().forEach(step -> net(step, 0));
            case COMPENSATION_FAILED -> {
                world.require(
                        world.store().dead().stream().anyMatch(this::isOurs), "{} failed without a dead letter", saga);
                world.plan().definition().steps().stream()
                        .filter(step -> !isBuried(step))
                        .forEach(step -> net(step, 0));
            }
            case CREATED -> world.plan().definition().steps().forEach(step -> net(step, 0));
            case RUNNING, COMPENSATING ->
                world.require(world.store().isHeld(saga.id()), "I5: {} is in between, and nobody knows", saga);
        }
    }

    private boolean isOurs(Transition.DeadLetter letter) {
        return letter.requestId().startsWith(saga.id().value() + ":");
    }

    private boolean isBuried(Step step) {
        String request = saga.id().request(Direction.COMPENSATION, step.seq());
        return world.store().dead().stream()
                .anyMatch(letter -> letter.requestId().equals(request));
    }

    private void net(Step step, int wanted) {
        int net = world.participants().book(saga.id(), step.seq()).net();
        world.require(net == wanted, "{} of {} stands at {} in {}", step.name(), saga.id(), net, saga);
    }
}
