package tallygate.gateway.task;

class InMemoryStoreTest implements TaskStoreContract {
    private final MemoryRig memory = new MemoryRig();

    @Override
    public StoreRig rig() {
        return memory;
    }
}
