package tallygate.callback.handler;

/** Kind {@code log}: writes a line and is done. For trying out, and for events that only need to be kept. */
public record LogConfig() implements HandlerConfig {}
