package tallygate.callback.provider.code;

import java.util.List;
import tallygate.callback.provider.ProviderDefinition;

/** The providers of this package. */
public final class CodeProviders {
    private CodeProviders() {}

    public static List<ProviderDefinition> all() {
        return List.of(NoticeDefinition.WECHAT, NoticeDefinition.WECHAT_SM, NoticeDefinition.DOUYIN, new Alipay());
    }
}
