package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.gateway.http.RequestHead.Coding;
import tallygate.gateway.http.RequestHead.Expects;
import tallygate.gateway.http.RequestHead.Framing;
import tallygate.signature.Header;

/** Whom a request is from when proxies stand in between. The trusted ones are 10.0.0.0/8 and 2001:db8:1::/48. */
class OriginTest {
    private static final Proxies PROXIES = new Proxies(
            ProxyProtocol.OFF, List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("2001:db8:1::/48")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "one proxy | 203.0.113.7 | 203.0.113.7",
                "a chain of two | 203.0.113.7, 10.9.9.9 | 203.0.113.7",
                "the sender wrote an entry of its own | 1.1.1.1, 203.0.113.7, 10.9.9.9 | 203.0.113.7",
                "the sender wrote a trusted address | 10.1.1.1, 203.0.113.7 | 203.0.113.7",
                "all are trusted | 10.1.1.1, 10.2.2.2 | 10.1.1.1",
                "a port | 203.0.113.7:4711 | 203.0.113.7",
                "IPv6 | 2001:db8::7 | 2001:db8::7",
                "IPv6 in brackets | [2001:db8::7] | 2001:db8::7",
                "IPv6 with a port | [2001:db8::7]:4711, 2001:db8:1::9 | 2001:db8::7",
                "IPv4 in IPv6 | ::ffff:203.0.113.7 | 203.0.113.7",
                "IPv4 in IPv6 of a trusted proxy | 203.0.113.7, ::ffff:10.9.9.9 | 203.0.113.7",
                "not written shortest | 2001:0db8:0:0::0007 | 2001:db8::7",
                "blanks around | \t 203.0.113.7 \t,  10.9.9.9 | 203.0.113.7",
                "empty | `` | 10.0.0.1",
                "a word instead | unknown | 10.0.0.1",
                "a word beyond a trusted entry | unknown, 10.9.9.9 | 10.9.9.9",
                "an empty entry at the end | 203.0.113.7, | 10.0.0.1",
                "no address | 203.0.113.700 | 10.0.0.1",
                "a short form of IPv4 | 203.113 | 10.0.0.1",
                "a name | localhost | 10.0.0.1",
                "a zone | fe80::1%eth0 | 10.0.0.1",
                "an open bracket | [2001:db8::7 | 10.0.0.1",
                "letters after the bracket | [2001:db8::7]x | 10.0.0.1",
            })
    void theClientIsTheRightMostAddressThatIsNoTrustedProxy(String name, String list, String client) {
        assertThat(origin("X-Forwarded-For", list).address()).as(name).isEqualTo(client);
    }

    @Test
    @Tag("O-124")
    void severalLinesAreOneList() {
        Origin origin = origin("X-Forwarded-For", "1.1.1.1, 203.0.113.7", "x-forwarded-FOR", "10.9.9.9");
        assertThat(origin.address()).isEqualTo("203.0.113.7");
    }

    @Test
    @Tag("T-09")
    void aThousandEntriesAreNoBurden() {
        assertThat(origin("X-Forwarded-For", "6.6.6.6, ".repeat(1_000) + "203.0.113.7")
                        .address())
                .isEqualTo("203.0.113.7");
        assertThat(origin("X-Forwarded-For", "10.6.6.6, ".repeat(1_000) + "10.0.113.7")
                        .address())
                .isEqualTo("10.6.6.6");
    }

    @Test
    @Tag("T-09")
    void aStrangersHeadersAreIgnored() {
        Peer stranger = peer("198.51.100.1");
        Origin origin = Origin.of(
                stranger,
                head(
                        "X-Forwarded-For", "203.0.113.7",
                        "X-Forwarded-Proto", "https",
                        "X-Forwarded-Host", "evil.example",
                        "Forwarded", "for=203.0.113.7;proto=https;host=evil.example"),
                PROXIES);
        assertThat(origin).isEqualTo(new Origin("198.51.100.1", "http", "inner:8080"));
    }

    @Test
    void schemeAndHostAreThoseTheOutermostTrustedProxySaw() {
        assertThat(origin(
                        "X-Forwarded-For",
                        "203.0.113.7",
                        "X-Forwarded-Proto",
                        "HTTPS",
                        "X-Forwarded-Host",
                        "pay.example"))
                .isEqualTo(new Origin("203.0.113.7", "https", "pay.example"));
        assertThat(origin(
                        "X-Forwarded-For", "203.0.113.7, 10.9.9.9",
                        "X-Forwarded-Proto", "https, http",
                        "X-Forwarded-Host", "pay.example, inner.example"))
                .isEqualTo(new Origin("203.0.113.7", "https", "pay.example"));
        assertThat(origin(
                        "X-Forwarded-For", "1.1.1.1, 203.0.113.7",
                        "X-Forwarded-Proto", "ftp, https",
                        "X-Forwarded-Host", "evil.example, pay.example"))
                .isEqualTo(new Origin("203.0.113.7", "https", "pay.example"));
    }

    @Test
    void aSchemeOrHostThatIsNoneLeavesOurs() {
        assertThat(origin("X-Forwarded-Proto", "javascript", "X-Forwarded-Host", "a/b"))
                .isEqualTo(new Origin("10.0.0.1", "http", "inner:8080"));
        assertThat(origin("X-Forwarded-Proto", "https")).isEqualTo(new Origin("10.0.0.1", "https", "inner:8080"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "for=203.0.113.7;proto=https;host=pay.example | 203.0.113.7 | https | pay.example",
                "For=\"203.0.113.7:4711\" ; Proto=https | 203.0.113.7 | https | inner:8080",
                "for=\"[2001:db8::7]:80\";host=\"pay.example:443\" | 2001:db8::7 | http | pay.example:443",
                "for=1.1.1.1;proto=ftp, for=203.0.113.7;proto=https, for=10.9.9.9 | 203.0.113.7 | https | inner:8080",
                "for=\"a,b;c\", for=203.0.113.7 | 203.0.113.7 | http | inner:8080",
                "for=_hidden | 10.0.0.1 | http | inner:8080",
                "for=unknown;proto=https | 10.0.0.1 | https | inner:8080",
                "for=\"203.0.113.7 | 10.0.0.1 | http | inner:8080",
                "nonsense | 10.0.0.1 | http | inner:8080",
            })
    void forwardedIsReadByTheSameRule(String value, String address, String scheme, String host) {
        assertThat(origin("Forwarded", value)).isEqualTo(new Origin(address, scheme, host));
    }

    @Test
    void whenTheTwoKindsOfHeadersDisagreeNeitherIsBelieved() {
        assertThat(origin("X-Forwarded-For", "203.0.113.7", "Forwarded", "for=1.1.1.1;proto=https"))
                .isEqualTo(new Origin("10.0.0.1", "http", "inner:8080"));
        assertThat(origin("X-Forwarded-For", "203.0.113.7", "Forwarded", "for=203.0.113.7;proto=https")
                        .scheme())
                .isEqualTo("https");
    }

    private static Origin origin(String... namesAndValues) {
        return Origin.of(peer("10.0.0.1"), head(namesAndValues), PROXIES);
    }

    private static Peer peer(String address) {
        return Peer.of(AddressRange.address(address).orElseThrow(), false, PROXIES);
    }

    private static RequestHead head(String... namesAndValues) {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(new Header(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new RequestHead(
                "POST", "/", true, headers, "inner:8080", Framing.NO_BODY, true, Expects.NOTHING, Coding.PLAIN);
    }
}
