package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;

/** Sign, encode, decode, verify: whatever text stands in a form, what was signed is what is read, and every other form is refused. */
@Tag("T-21")
class FormRoundTripTest {
    private static final String ODD = "+ %&=?#;/\\\"'<>\u0000\r\n\té中文测试🎉\u202e\u200b%2B%26amount=1+";

    private static String text(SplittableRandom dice) {
        var made = new StringBuilder();
        for (int i = dice.nextInt(1, 24); i > 0; i--) {
            made.appendCodePoint(
                    ODD.codePointAt(ODD.offsetByCodePoints(0, dice.nextInt(ODD.codePointCount(0, ODD.length())))));
        }
        return made.toString();
    }

    @RepeatedTest(40)
    void anyTextComesBackAsItWasSigned(RepetitionInfo run) {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        Map<String, String> fields = new LinkedHashMap<>(AlipayForms.fields());
        fields.put("subject", text(dice));
        fields.put("body", text(dice));
        fields.put("out_trade_no", "ORDER " + dice.nextInt(1_000) + "+%2B&=测");
        RawRequest request = AlipayForms.signed(fields, StandardCharsets.UTF_8);
        Judgement judgement = AlipayForms.ALIPAY.bound().judge(request, Optional.of(TestEndpoint.NOW));
        assertThat(judgement).isInstanceOf(Judgement.Genuine.class);
        PaymentEvent event = ((Judgement.Genuine) judgement).events().getFirst();
        assertThat(event.bizId()).isEqualTo(fields.get("out_trade_no"));

        String body = AlipayForms.text(request);
        for (String other : new String[] {
            body + "&total_amount=0.01",
            "total_amount=0.01&" + body,
            body + "&x=",
            body.replaceFirst("total_amount=100.01", "total_amount=100.01&total_amount=1"),
            body.replaceFirst("total_amount=100.01", "total%5Famount=100.01&total_amount=1"),
            body.replaceFirst("out_trade_no=", "out_trade_no=%2541"),
            body.replaceFirst("charset=utf-8", "charset=GBK"),
            body.replaceFirst("charset=utf-8", "charset=UTF-16"),
            body.replaceFirst("subject=", "subject=%00")
        }) {
            Judgement of = AlipayForms.ALIPAY.bound().judge(AlipayForms.form(other), Optional.of(TestEndpoint.NOW));
            if (of instanceof Judgement.Genuine genuine) {
                PaymentEvent taken = genuine.events().getFirst();
                assertThat(taken.amount()).as(other).isEqualTo(event.amount());
                assertThat(taken.bizId()).as(other).isEqualTo(event.bizId());
                assertThat(taken.eventId()).as(other).isEqualTo(event.eventId());
            }
        }
    }
}
