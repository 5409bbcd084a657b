package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** A recipe with an endpoint's keys in it. */
final class RecipeProvider implements BoundProvider {
    private static final int UNREADABLE_STATUS = 400;

    private final Recipe recipe;
    private final Endpoint endpoint;
    private final List<BoundMode> modes;
    private final EventReader reader;
    private final Optional<CallbackMaker> maker;

    RecipeProvider(Recipe recipe, Endpoint endpoint, List<BoundMode> modes, Optional<CallbackMaker> maker) {
        this.recipe = recipe;
        this.endpoint = endpoint;
        this.modes = List.copyOf(modes);
        this.reader = new EventReader(recipe.events());
        this.maker = maker;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        Scope scope = new Scope(request, endpoint);
        Optional<Answer> handshake = recipe.answers().handshake(scope);
        if (handshake.isPresent()) {
            return new Judgement.Handshake(handshake.get());
        }
        try {
            return switch (new Verification(modes).of(scope, at)) {
                case Proof.Signed signed -> timely(scope, signed, at);
                case Proof.Unproven unproven -> refused(scope, probeOr(scope, unproven.reason()), unproven.detail());
            };
        } catch (UnreadableException e) {
            return unreadable(scope, e);
        }
    }

    /** The time is judged only once it is known to be the sender's own. */
    private Judgement timely(Scope scope, Proof.Signed signed, Optional<Instant> at) throws UnreadableException {
        scope.carried(signed.carried());
        scope.secret(signed.secret());
        Optional<TimeRule> time = signed.mode().time();
        if (time.isPresent() && at.isPresent()) {
            Optional<TimeRule.Fault> fault = time.get().judged(scope, at.get());
            if (fault.isPresent()) {
                return refused(scope, fault.get().reason(), fault.get().detail());
            }
        }
        if (signed.mode().isContradicted(scope)) {
            return refused(scope, Reason.SIGNATURE_MISMATCH, "the body names another object than what was signed");
        }
        Optional<String> stranger = new IdentityCheck(recipe.events()).stranger(scope);
        if (stranger.isPresent()) {
            return refused(scope, Reason.MERCHANT_MISMATCH, stranger.get());
        }
        List<PaymentEvent> events = reader.read(scope, signed.mode().signsBody());
        scope.item(null);
        return new Judgement.Genuine(
                events, "", signed.keyId(), AnswerRule.first(recipe.answers().success(), scope));
    }

    private Reason probeOr(Scope scope, Reason reason) throws UnreadableException {
        for (Condition mark : recipe.probe()) {
            if (mark.holds(scope)) {
                return Reason.PROBE;
            }
        }
        return reason;
    }

    private Judgement refused(Scope scope, Reason reason, String detail) {
        return new Judgement.Refused(
                reason, detail, AnswerRule.first(recipe.answers().refuse(), scope));
    }

    private static Judgement unreadable(Scope scope, UnreadableException e) {
        int bytes = scope.request().body().length;
        return new Judgement.Refused(
                Reason.BODY_MALFORMED,
                e.getMessage() + ", body of " + bytes + " bytes",
                Answer.empty(UNREADABLE_STATUS));
    }

    @Override
    public Answer tryAgain() {
        return AnswerRule.first(recipe.answers().tryAgain(), new Scope(NO_REQUEST, endpoint));
    }

    private static final RawRequest NO_REQUEST = new RawRequest("POST", "https", "", "/", List.of(), new byte[0], "");

    @Override
    public boolean isSlow() {
        return modes.stream()
                .anyMatch(bound -> !bound.checks().isEmpty() && bound.mode().isSlow());
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        return new Explanation(recipe, endpoint, modes).of(request, at);
    }

    @Override
    public Optional<CallbackMaker> maker() {
        return maker;
    }

    @Override
    public List<HeldKey> keys() {
        return modes.stream()
                .flatMap(bound -> bound.checks().stream())
                .map(HeldCheck::key)
                .distinct()
                .toList();
    }

    @Override
    public String asWritten(String currency) {
        return recipe.currencySpelling() == Recipe.Spelling.LOWER ? currency.toLowerCase(Locale.ROOT) : currency;
    }

    @Override
    public List<PaymentEvent> readProven(RawRequest request) {
        try {
            return reader.read(new Scope(request, endpoint), true);
        } catch (UnreadableException e) {
            return List.of();
        }
    }
}
