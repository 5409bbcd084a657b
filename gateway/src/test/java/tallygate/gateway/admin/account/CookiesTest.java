package tallygate.gateway.admin.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class CookiesTest {
    private static RawRequest request(String scheme, Header... headers) {
        return new RawRequest("GET", scheme, "a", "/", List.of(headers), new byte[0], "127.0.0.1");
    }

    @Test
    @Tag("T-28")
    void anEncryptedSessionIsBoundToItsHostAndNeverLeavesEncryption() {
        assertThat(Cookies.set(request("https"), "v").value())
                .isEqualTo("__Host-tallygate=v; Path=/; HttpOnly; SameSite=Lax; Secure");
        assertThat(Cookies.set(request("http"), "v").value()).isEqualTo("tallygate=v; Path=/; HttpOnly; SameSite=Lax");
    }

    @Test
    @Tag("T-28")
    void aCookieThatAnybodyOnTheWayCouldSetIsNoSessionOnAnEncryptedListener() {
        var planted = new Header("Cookie", "tallygate=planted");
        assertThat(Cookies.session(request("https", planted))).isEmpty();
        assertThat(Cookies.session(request("http", planted))).contains("planted");
        assertThat(Cookies.session(request("https", new Header("Cookie", "a=b; __Host-tallygate=ours"))))
                .contains("ours");
    }
}
