package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/** The intake's surroundings with one guard taken out. */
final class SimMutants {
    private SimMutants() {}

    static DedupCache cache(Optional<SimGuard> without) {
        return without.isPresent() && without.get() == SimGuard.DIGEST_IN_CACHE
                ? new WithoutDigest()
                : new DedupCache(1 << 16);
    }

    /** What the writer works with instead of the database itself; the cache is the same node's. */
    static IntakeStore store(Optional<SimGuard> without, SimDatabase store, DedupCache cache) {
        return without.map(guard -> switch (guard) {
                    case DIGEST_IN_CACHE, FORGET_ON_FAILOVER -> store;
                    case CACHE_AFTER_COMMIT -> new CacheBeforeCommit(store, cache);
                    case ACK_AFTER_COMMIT -> new AnswerBeforeCommit(store);
                    case OWN_ID_WITH_KEY -> new OwnIdAlone(store);
                    case RELEASE_OF_LATE_ROWS -> new NothingReleased(store);
                    case SAME_IDS_AGAIN -> new OtherIdsAgain(store);
                })
                .orElse(store);
    }

    private static final class WithoutDigest extends DedupCache {
        private final Map<DedupKey, Remembered> all = new HashMap<>();

        WithoutDigest() {
            super(1 << 16);
        }

        @Override
        Optional<Remembered> find(DedupKey key, byte[] digest) {
            return Optional.ofNullable(all.get(key));
        }

        @Override
        void remember(DedupKey key, byte[] digest, TaskId task, int era) {
            all.put(key, new Remembered(0, 0, task.value()));
        }

        @Override
        void forget() {
            super.forget();
            all.clear();
        }
    }

    private static final class CacheBeforeCommit extends PassingStore {
        private final DedupCache cache;

        CacheBeforeCommit(SimDatabase behind, DedupCache cache) {
            super(behind);
            this.cache = cache;
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            batch.forEach(t -> cache.remember(t.key(), t.event().digest(), t.id(), cache.era()));
            return super.insert(batch, owner, lease);
        }
    }

    private static final class AnswerBeforeCommit extends PassingStore {
        AnswerBeforeCommit(SimDatabase behind) {
            super(behind);
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            try {
                return super.insert(batch, owner, lease);
            } catch (StoreException _) {
                return batch.stream()
                        .<Insertion>map(t -> new Insertion.Fresh(t.id()))
                        .toList();
            }
        }
    }

    private static final class OwnIdAlone extends PassingStore {
        private final SimDatabase database;

        OwnIdAlone(SimDatabase behind) {
            super(behind);
            database = behind;
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            Set<TaskId> present = new HashSet<>();
            database.rows().rows().stream().map(TaskRow::id).forEach(present::add);
            List<NewTask> rest =
                    batch.stream().filter(t -> !present.contains(t.id())).toList();
            List<Insertion> answers = rest.isEmpty() ? List.of() : super.insert(rest, owner, lease);
            List<Insertion> all = new ArrayList<>();
            int next = 0;
            for (NewTask task : batch) {
                all.add(present.contains(task.id()) ? new Insertion.Fresh(task.id()) : answers.get(next++));
            }
            return all;
        }
    }

    private static final class NothingReleased extends PassingStore {
        NothingReleased(SimDatabase behind) {
            super(behind);
        }

        @Override
        public List<Insertion> release(List<TaskId> ids, long owner) {
            return ids.stream().<Insertion>map(Insertion.Earlier::new).toList();
        }
    }

    /** As if a retry drew new ids: the first try's row is then taken for a stranger's. */
    private static final class OtherIdsAgain extends PassingStore {
        private long spare = 1;

        OtherIdsAgain(SimDatabase behind) {
            super(behind);
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            return super.insert(
                    batch.stream()
                            .map(t -> new NewTask(
                                    new TaskId(spare++),
                                    t.source(),
                                    t.endpoint(),
                                    t.provider(),
                                    t.route(),
                                    t.event(),
                                    t.effectKey(),
                                    t.request(),
                                    t.start()))
                            .toList(),
                    owner,
                    lease);
        }
    }
}
