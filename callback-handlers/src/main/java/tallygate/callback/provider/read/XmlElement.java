package tallygate.callback.provider.read;

import java.util.List;
import java.util.Optional;

/**
 * An XML element without attributes or namespaces, as payment notices use them.
 *
 * @param text the character data directly inside it, CDATA and plain alike
 * @param children in document order
 */
public record XmlElement(String name, String text, List<XmlElement> children) {
    public XmlElement {
        children = List.copyOf(children);
    }

    /** The text of the only child of that name; nothing when there is none or several. */
    public Optional<String> sole(String child) {
        List<XmlElement> named =
                children.stream().filter(c -> c.name().equals(child)).toList();
        return named.size() == 1 ? Optional.of(named.getFirst().text()) : Optional.empty();
    }

    /** The text at a path of element names parted by slashes, empty when there is none; the first where several stand. */
    public String textAt(String path) {
        XmlElement here = this;
        for (String step : path.split("/")) {
            Optional<XmlElement> next =
                    here.children().stream().filter(c -> c.name().equals(step)).findFirst();
            if (next.isEmpty()) {
                return "";
            }
            here = next.get();
        }
        return here.text();
    }
}
