package tallygate.config.key;

import tallygate.config.source.Origin;
import tallygate.config.value.Secret;

/**
 * A value that holds, where it comes from, and what a change of it would need.
 *
 * @param shown for people; {@code ***} when secret, without the query of a URL, which may hold a key
 * @param exact for comparing two configurations; never shown
 */
public record Setting(String path, String shown, Secret exact, Origin origin, Reload reload, boolean isOfNode) {
    public boolean isSecret() {
        return shown.equals("***");
    }

    /** False when a part of it is known to nobody who reads what is shown. */
    public boolean isShownWhole() {
        return shown.equals(exact.reveal());
    }
}
