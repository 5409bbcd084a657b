package tallygate.callback.provider.code;

import java.util.List;
import tallygate.callback.provider.ProviderDefinition;

/** The providers of this package. */
public final class CodeProviders {
    private CodeProviders() {}

    public static List<ProviderDefinition> all() {
        return List.of(
                NoticeDefinition.WECHAT,
                NoticeDefinition.WECHAT_SM,
                NoticeDefinition.DOUYIN,
                new Alipay(),
                WechatPayV2.DEFINITION,
                Antom.DEFINITION,
                JdPay.DEFINITION,
                DouyinMini.DEFINITION,
                Ecpay.DEFINITION,
                NewebPay.DEFINITION,
                PayPal.DEFINITION,
                PaddleClassic.DEFINITION,
                Braintree.DEFINITION,
                Tpay.DEFINITION,
                Redsys.DEFINITION,
                TwoCheckout.DEFINITION,
                Opayo.DEFINITION,
                TrustPay.DEFINITION,
                PhonePe.DEFINITION,
                Toss.DEFINITION,
                LinePay.DEFINITION,
                GmoPg.DEFINITION,
                MollieLegacy.DEFINITION,
                PayPalIpn.DEFINITION,
                Paytm.DEFINITION,
                UnionPay.DEFINITION);
    }
}
