package tallygate.gateway.saga;

import java.util.Map;

/** Where definitions are kept, so that a saga ends by the version it began with. */
public interface DefinitionShelf {
    /**
     * Keeps a definition.
     *
     * @return false when this version is kept already and says something else: a changed definition needs a new version
     */
    boolean keep(Definition definition);

    /** All that were ever kept. */
    Map<NewSaga.Kind, Definition> all();
}
