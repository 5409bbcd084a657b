package tallygate.gateway.saga;

import java.util.Map;

/** Where definitions are kept, so that a saga ends by the version it began with. */
public interface DefinitionShelf {
    /**
     * Keeps a definition. One that says something else than what is kept under its version takes that one's place only while
     * no saga of it is open.
     *
     * @return false when sagas that began with the kept one are open: a changed definition needs a new version
     */
    boolean keep(Definition definition);

    /** Sagas that have not come to a final end, and began with another text under the same version. */
    long openUnderOther(Definition definition);

    /** All that were ever kept. */
    Map<NewSaga.Kind, Definition> all();
}
