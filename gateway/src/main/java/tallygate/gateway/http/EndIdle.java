package tallygate.gateway.http;

/** User event: a connection on which nothing has been asked is to be closed. */
enum EndIdle {
    NOW
}
