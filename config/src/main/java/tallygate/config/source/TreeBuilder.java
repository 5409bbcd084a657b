package tallygate.config.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/** Turns parser events into a tree, with limits on depth and on the size after aliases are counted in full. */
final class TreeBuilder {
    private static final int DEPTH_MAX = 32;
    private static final int PARTS_MAX = 200_000;

    private final Iterator<Event> events;
    private final Problems problems;
    private final Map<Anchor, Sized> anchors = new HashMap<>();

    TreeBuilder(Iterator<Event> events, Problems problems) {
        this.events = events;
        this.problems = problems;
    }

    /** A document that is not read any further. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Problem problem;

        RefusedException(Problem problem) {
            super(problem.toString());
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    /** A node and how many parts it has, aliases counted as often as they are used. */
    private record Sized(Node node, long parts) {}

    Node document() {
        Event event = next();
        while (event instanceof StreamStartEvent || event instanceof DocumentStartEvent) {
            event = next();
        }
        if (event instanceof StreamEndEvent) {
            throw refused("", event, "the file holds nothing; write at least one key");
        }
        Sized root = node("", event, 0);
        event = next();
        while (event instanceof DocumentEndEvent) {
            event = next();
        }
        if (!(event instanceof StreamEndEvent)) {
            throw refused("", event, "a second document begins here; a configuration is one document");
        }
        return root.node();
    }

    private Sized node(String path, Event event, int depth) {
        if (depth > DEPTH_MAX) {
            throw refused(path, event, "is nested deeper than " + DEPTH_MAX + " levels");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(path, alias);
        }
        tagOf(event).ifPresent(tag -> problems.add(path, line(event), "has the tag " + tag + "; remove it"));
        Sized built = switch (event) {
            case ScalarEvent scalar ->
                new Sized(new Node.Scalar(scalar.getValue(), scalar.getValue(), !scalar.isPlain(), line(scalar)), 1);
            case MappingStartEvent start -> mapping(path, start, depth);
            case CollectionStartEvent start -> sequence(path, start, depth);
            default -> throw refused(path, event, "is not a value");
        };
        if (built.parts() > PARTS_MAX) {
            throw refused(
                    path, event, "has more than " + PARTS_MAX + " parts, aliases counted as often as they are used");
        }
        if (event instanceof NodeEvent anchored) {
            anchored.getAnchor().ifPresent(anchor -> anchors.put(anchor, built));
        }
        return built;
    }

    private Sized aliased(String path, AliasEvent alias) {
        Sized target = anchors.get(alias.getAlias());
        if (target == null) {
            throw refused(path, alias, "names the anchor " + alias.getAlias() + ", which is not defined above");
        }
        return target;
    }

    private Sized sequence(String path, Event start, int depth) {
        List<Node> items = new ArrayList<>();
        long parts = 1;
        for (Event event = next(); !(event instanceof SequenceEndEvent); event = next()) {
            String place = path + "[" + items.size() + "]";
            Sized item = node(place, event, depth + 1);
            problems.move(place, Paths.item(path, items.size(), item.node()));
            items.add(item.node());
            parts = bounded(path, start, parts + item.parts());
        }
        return new Sized(new Node.Sequence(items, line(start)), parts);
    }

    private Sized mapping(String path, Event start, int depth) {
        Map<String, Node.Member> members = new LinkedHashMap<>();
        long parts = 1;
        for (Event event = next(); !(event instanceof MappingEndEvent); event = next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw refused(path, event, "a key must be a single word");
            }
            String below = Paths.member(path, key.getValue());
            Sized value = node(below, next(), depth + 1);
            parts = bounded(path, start, parts + value.parts());
            var first = members.putIfAbsent(key.getValue(), new Node.Member(line(key), value.node()));
            if (first != null) {
                problems.add(
                        below, line(key), "is written twice, first on " + first.keyOrigin() + "; remove one of them");
            }
        }
        return new Sized(new Node.Mapping(members, line(start)), parts);
    }

    private static long bounded(String path, Event start, long parts) {
        if (parts > PARTS_MAX) {
            throw refused(
                    path, start, "has more than " + PARTS_MAX + " parts, aliases counted as often as they are used");
        }
        return parts;
    }

    private static Optional<String> tagOf(Event event) {
        return switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case CollectionStartEvent start -> start.getTag();
            default -> Optional.empty();
        };
    }

    private Event next() {
        return events.next();
    }

    private static RefusedException refused(String path, Event event, String text) {
        return new RefusedException(new Problem(path, line(event), text));
    }

    private static Origin line(Event event) {
        return event.getStartMark()
                .<Origin>map(mark -> new Origin.Line(mark.getLine() + 1))
                .orElse(Origin.NOWHERE);
    }
}
