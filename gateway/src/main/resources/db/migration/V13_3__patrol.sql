-- The patrol looks for failed tries whose tasks are not failed any more.
ALTER TABLE task_attempt ADD KEY k_outcome (outcome, ended_at);
