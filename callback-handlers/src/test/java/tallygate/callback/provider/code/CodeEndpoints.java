package tallygate.callback.provider.code;

import java.util.List;
import java.util.stream.Stream;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.SampleEndpoint;

/** The endpoints under which the conformance kit tries every provider of this package. */
public final class CodeEndpoints {
    private CodeEndpoints() {}

    /** At least one a provider; a provider without one fails the kit. */
    public static List<SampleEndpoint> all() {
        return Stream.of(
                        AlipayForms.ALIPAY,
                        NoticeEndpoints.WECHAT,
                        NoticeEndpoints.WECHAT_CERTIFIED,
                        NoticeEndpoints.WECHAT_SM,
                        NoticeEndpoints.DOUYIN)
                .map(endpoint -> new SampleEndpoint(
                        endpoint.provider(),
                        String.join(", ", endpoint.values().keySet()),
                        new Credentials(endpoint.values())))
                .toList();
    }
}
