package tallygate.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Words;
import tallygate.config.value.Secret;
import tallygate.config.value.UnfitException;

/** The address of a broker. It usually holds a password, so it is a secret as a whole. */
final class BrokerUrl {
    private BrokerUrl() {}

    static Kind<Secret> kind(List<String> schemes) {
        String english = String.join(":// or ", schemes) + "://";
        return Kinds.secret(Kinds.text(
                text -> checked(text, schemes, english),
                Secret::toString,
                new Words(
                        "a URL with " + english + ", best with its password as ${file:PATH} or ${env:NAME}",
                        "以 " + String.join(":// 或 ", schemes) + ":// 开头的 URL，其中的密码最好写作 ${file:PATH} 或 ${env:NAME}"),
                "^.+$"));
    }

    private static Secret checked(String text, List<String> schemes, String english) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new UnfitException("is not a URL; characters such as @ and / in a password are written %40 and %2F");
        }
        if (!schemes.contains(String.valueOf(url.getScheme()))) {
            throw new UnfitException("does not begin with " + english);
        }
        if (url.getHost() == null) {
            throw new UnfitException("has no usable host");
        }
        return new Secret(text);
    }
}
