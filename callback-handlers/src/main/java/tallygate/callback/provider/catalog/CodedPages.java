package tallygate.callback.provider.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import tallygate.callback.provider.recipe.ProviderNotes;

/** The notes of providers in code, a file each: what a recipe says in its own file. */
final class CodedPages {
    private static final String FOLDER = "/tallygate/callback/provider/pages/";

    /** The Chinese meanings of the keys for asking a provider's API. */
    static final ProviderNotes QUERY_KEYS = of("query-keys");

    private CodedPages() {}

    /** @throws IllegalStateException when the file is not there: a provider cannot be added without it */
    static ProviderNotes of(String provider) {
        String file = provider + ".yaml";
        try (InputStream in = CodedPages.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("the notes " + file + " are not in this build");
            }
            return ProviderNotes.read(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("the notes " + file + " cannot be read", e);
        }
    }
}
