/* The participants' guard: one mark keyed by the forward request, written in the transaction of the work.
   Forward and compensation arrive in any order, each up to twice, at the same time; a transaction may be rolled back. */
#define NONE 0
#define DONE 1
#define COMPENSATED 2

byte mark = NONE;
byte applied = 0;       /* net effect on the books */
byte lock = 0;          /* the row lock that the first statement takes */
bool undone = false;    /* a compensation was answered with success */
bool broken = false;

inline take() { atomic { lock == 0 -> lock = 1 } }
inline give() { lock = 0 }

proctype Forward() {
  short said = 0;
  take();
  if
  :: mark == NONE -> mark = DONE;
     if
     :: applied++; said = 200                /* work and mark commit together */
     :: mark = NONE; said = 0                /* rolled back: neither is there */
     fi
  :: mark == DONE -> said = 200
  :: mark == COMPENSATED -> said = 409
  fi;
  assert(applied <= 1);
  give()
}

proctype Compensate() {
  take();
  if
  :: mark == NONE -> mark = COMPENSATED      /* empty: nothing to undo */
  :: mark == DONE -> assert(applied == 1); applied--; mark = COMPENSATED
  :: mark == COMPENSATED -> skip
  fi;
  undone = true;
  assert(applied == 0);
  give()
}

init {
  atomic {
    run Forward(); run Forward();
    run Compensate(); run Compensate()
  }
  /* all have ended */
  (_nr_pr == 1) -> assert(applied == 0 && mark == COMPENSATED)
}

/* once a compensation was answered, nothing is applied any more */
ltl never_hangs { [] (undone -> [] (applied == 0)) }
