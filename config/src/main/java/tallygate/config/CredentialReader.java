package tallygate.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Reload;
import tallygate.config.key.Section;
import tallygate.config.key.Setting;
import tallygate.config.source.Node;
import tallygate.config.source.Origin;
import tallygate.config.source.Paths;
import tallygate.config.value.Secret;

/** Reads the open keys of an endpoint: each a text, a list of texts or a map of texts. All of them count as secret. */
final class CredentialReader {
    private final Section section;

    CredentialReader(Section section) {
        this.section = section;
    }

    EndpointCredentials read() {
        Map<String, Credential> values = new LinkedHashMap<>();
        Map<String, Origin> origins = new LinkedHashMap<>();
        EndpointConfig.GROUP.names().stream()
                .filter(section::isWritten)
                .forEach(name -> origins.put(name, section.originOf(name)));
        section.others().forEach((key, member) -> {
            origins.put(key, member.keyOrigin());
            credential(Paths.member(section.path(), key), member).ifPresent(value -> values.put(key, value));
        });
        return new EndpointCredentials(section.path(), section.origin(), origins, values);
    }

    private Optional<Credential> credential(String path, Node.Member member) {
        return switch (member.value()) {
            case Node.Broken _ -> Optional.empty();
            case Node.Scalar scalar -> text(path, scalar).map(text -> text);
            case Node.Sequence sequence -> {
                List<Credential.Text> texts = new ArrayList<>();
                for (int i = 0; i < sequence.items().size(); i++) {
                    text(path + "[" + i + "]", sequence.items().get(i)).ifPresent(texts::add);
                }
                yield Optional.of(new Credential.Texts(texts, member.keyOrigin()));
            }
            case Node.Mapping mapping -> Optional.of(new Credential.TextMap(byId(path, mapping), member.keyOrigin()));
        };
    }

    private Map<String, Credential.Text> byId(String path, Node.Mapping mapping) {
        Map<String, Credential.Text> texts = new LinkedHashMap<>();
        mapping.members().forEach((id, below) -> {
            if (below.value() instanceof Node.Scalar scalar && scalar.isNothing()) {
                // A lone word in braces may be a secret that was meant to stand in a list, so it is not repeated.
                section.reading()
                        .problems()
                        .add(
                                path,
                                below.keyOrigin(),
                                "has a key id without a value (not shown); write ID:"
                                        + " VALUE, or a list in brackets for several texts");
            } else {
                text(Paths.member(path, id), below.value()).ifPresent(text -> texts.put(id, text));
            }
        });
        return texts;
    }

    private Optional<Credential.Text> text(String path, Node node) {
        if (node instanceof Node.Broken) {
            return Optional.empty();
        }
        if (!(node instanceof Node.Scalar scalar)) {
            section.reading()
                    .problems()
                    .add(path, node.origin(), "must be a text; a key holds a text, a list of texts or texts by id");
            return Optional.empty();
        }
        if (scalar.isNothing()) {
            section.reading().problems().add(path, node.origin(), "has no value; write one or remove the key");
            return Optional.empty();
        }
        var secret = new Secret(scalar.text());
        section.reading().add(new Setting(path, secret.toString(), secret, scalar.origin(), Reload.LIVE, false));
        return Optional.of(new Credential.Text(secret, path, scalar.origin()));
    }
}
