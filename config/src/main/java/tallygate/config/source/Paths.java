package tallygate.config.source;

import java.util.regex.Pattern;

/** How a place in the tree is named in problems: dots, list places in brackets, endpoints by their name. */
public final class Paths {
    /** What an endpoint, account or route may be called. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private Paths() {}

    public static String member(String parent, String key) {
        return parent.isEmpty() ? key : parent + "." + key;
    }

    /** {@code endpoints.shop} for an endpoint with a proper name, else {@code list[2]}. */
    public static String item(String parent, int index, Node item) {
        if (parent.equals("endpoints")
                && item instanceof Node.Mapping mapping
                && mapping.members().get("name") instanceof Node.Member(var _, Node.Scalar name)
                && NAME.matcher(name.text()).matches()) {
            return member(parent, name.text());
        }
        return parent + "[" + index + "]";
    }
}
