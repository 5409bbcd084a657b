package tallygate.gateway.task;

/** All that a store must keep, in memory and on a real database. */
public interface TaskStoreContract
        extends IntakeContract,
                DuplicateContract,
                ClaimContract,
                OrderContract,
                LaneContract,
                ShopContract,
                OutcomeContract,
                ResultContract,
                DeskContract,
                RejectedContract,
                NodeContract {}
