package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Judgement;

/** An operator's own provider, in a file of theirs. */
class OwnDefinitionsTest {
    private static final String ACME = """
        name: acme-pay
        title: Acme Pay
        keys:
          secrets: { kind: secrets, required: true, meaning: the shared secret }
        verify:
          signature: { from: "header:X-Acme-Signature", encoding: hex }
          content: "{body}"
          algorithm: hmac-sha256
        events:
          id: json:/id
          type: json:/type
          amount: { value: "json:/amount", currency: "text:EUR", unit: minor }
        samples:
          headers: { X-Acme-Signature: "${signature}" }
          body: '{"id":"${event}","type":"${type}","amount":${amount}}'
          defaults: { type: paid }
        """;

    private static Providers loaded(String file, String yaml) {
        return switch (Providers.withFiles(Map.of(file, yaml))) {
            case Providers.Loading.Loaded loaded -> loaded.providers();
            case Providers.Loading.Broken broken ->
                throw new AssertionError(broken.complaints().toString());
        };
    }

    private static List<String> complaints(String yaml) {
        return switch (Providers.withFiles(Map.of("own.yaml", yaml))) {
            case Providers.Loading.Loaded _ -> List.of();
            case Providers.Loading.Broken broken -> broken.complaints();
        };
    }

    @Test
    void itsCallbacksAreMadeAndJudgedLikeAnyOther() {
        Credentials secret = new Credentials(Map.of("secrets", new Credentials.Value.Text("s3cret")));
        Binding binding = loaded("own.yaml", ACME).bind("acme-pay", "shop", secret);
        assertThat(binding).isInstanceOf(Binding.Bound.class);
        Made made = new Made(((Binding.Bound) binding).provider());
        Judgement.Genuine genuine = made.genuine(made.request());
        assertThat(genuine.events().getFirst().amountMinor()).hasValue(12_300);
        assertThat(made.provider().judge(made.maker().forged(Made.EVENT, Made.URL, Made.NOW), Optional.empty()))
                .isInstanceOf(Judgement.Refused.class);
    }

    @Test
    void everyMistakeIsToldAtOnceWithFileLineAndPath() {
        String broken = ACME.replace("encoding: hex", "encodng: hex")
                .replace("algorithm: hmac-sha256", "algorithm: hmac-sha3")
                .replace("json:/type", "jsn:/type");
        assertThat(complaints(broken))
                .anySatisfy(
                        line -> assertThat(line).startsWith("own.yaml:6: verify.signature.encodng: is not a key here"))
                .anySatisfy(line -> assertThat(line).startsWith("own.yaml:8: verify.algorithm: 'hmac-sha3'"))
                .anySatisfy(line -> assertThat(line).startsWith("own.yaml:11: events.type: 'jsn:/type' is neither"));
    }

    /** A recipe is read when its name is first asked for, so its file's name must be its name. */
    @Test
    void everyProviderBearsTheNameThatItIsFoundBy() {
        Providers all = Providers.builtIn();

        assertThat(all.names())
                .allSatisfy(
                        name -> assertThat(all.named(name).orElseThrow().name()).isEqualTo(name));
    }

    @Test
    void aNameThatIsTakenIsRefused() {
        assertThat(complaints(ACME.replace("acme-pay", "stripe")))
                .containsExactly("own.yaml:1: name: 'stripe' is taken by another provider; choose another name");
    }

    @Test
    void whatIsNoYamlIsToldWithItsLine() {
        assertThat(complaints("name: acme\ntitle: ["))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("own.yaml:");
        assertThat(complaints("")).containsExactly("own.yaml:1: the file is empty");
        assertThat(complaints("- a\n- b")).containsExactly("own.yaml:1: a definition is a mapping of keys to values");
    }

    @Test
    void anythingLessThanAFailureStatusIsRefusedForARefusal() {
        assertThat(complaints(ACME + "answers:\n  refuse: { status: 200 }\n"))
                .anySatisfy(line -> assertThat(line).contains("answers.refuse: takes a status of 400 and more"));
    }

    @Test
    void aKeyThatStandsTwiceIsRefused() {
        assertThat(complaints("name: a\nname: b\n")).containsExactly("own.yaml:2: the key 'name' stands twice");
    }
}
