package tallygate.gateway.process;

/** Whether this node takes work. */
enum Standing {
    TAKES,
    /** Not for a while: what runs may end, what had not begun was given back. */
    ASIDE,
    /** Never again. */
    DRAINS
}
