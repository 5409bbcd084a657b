package tallygate.gateway.http;

/** What reading a request head says: the head, or why it is refused. */
sealed interface Head permits RequestHead, Refusal {}
