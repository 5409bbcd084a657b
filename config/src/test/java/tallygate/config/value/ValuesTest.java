package tallygate.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({"0B,0", "512B,512", "1KiB,1024", "256 KiB,262144", "4MiB,4194304", "2GiB,2147483648"})
    void sizesAreBytesInPowersOf1024(String text, long bytes) {
        assertThat(Size.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0,0B", "1000,1000B", "1024,1KiB", "1048576,1MiB", "1073741824,1GiB", "1536,1536B", "2097152,2MiB"})
    void aSizeIsShownInItsLargestWholeUnit(long bytes, String text) {
        assertThat(new Size(bytes)).hasToString(text);
        assertThat(Size.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "256KB,has an unknown unit,256KiB",
        "256k,has an unknown unit,256KiB",
        "1mb,has an unknown unit,1MiB",
        "1G,has an unknown unit,1GiB",
        "100,has no unit,100B",
        "1TiB,has an unknown unit,''",
        "abc,is not a size,''",
        "-1B,is not a size,''",
        "1.5MiB,is not a size,''",
        "'',is not a size,''",
        "999999999999GiB,is too large,''"
    })
    void whatIsNoSizeIsRefusedWithAHint(String text, String message, String suggestion) {
        assertUnfit(() -> Size.parse(text), message, suggestion);
    }

    @ParameterizedTest
    @CsvSource({"250ms,PT0.25S", "5s,PT5S", "5m,PT5M", "2h,PT2H", "7d,PT168H", "0s,PT0S", "90 s,PT1M30S"})
    void durationsHaveOneUnit(String text, Duration duration) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"250ms", "5s", "1m", "90s", "2h", "1d", "400d", "0s", "1001ms", "61m"})
    void aDurationIsShownAsItIsWrittenShortest(String text) {
        assertThat(DurationText.format(DurationText.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "5,has no unit,5s",
        "5min,has an unknown unit,5m",
        "5sec,has an unknown unit,5s",
        "2hours,has an unknown unit,2h",
        "3days,has an unknown unit,3d",
        "5w,has an unknown unit,''",
        "1h30m,is not a duration,''",
        "PT5S,is not a duration,''",
        "-5s,is not a duration,''",
        "0.5s,is not a duration,''"
    })
    void whatIsNoDurationIsRefusedWithAHint(String text, String message, String suggestion) {
        assertUnfit(() -> DurationText.parse(text), message, suggestion);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0:8080,0.0.0.0,8080",
        "127.0.0.1:0,127.0.0.1,0",
        "[::]:8080,'::',8080",
        "[::1]:65535,'::1',65535",
        "localhost:80,localhost,80",
        "gateway-1.internal:8443,gateway-1.internal,8443"
    })
    void addressesToListenOnHaveAHostAndAPort(String text, String host, int port) {
        assertThat(BindAddress.parse(text))
                .isEqualTo(new BindAddress(host, port))
                .hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "8080,has no host,0.0.0.0:8080",
        "':8080',has no host,0.0.0.0:8080",
        "0.0.0.0,has no port,0.0.0.0:8080",
        "localhost,has no port,localhost:8080",
        "'::1',has no port,[::1]:8080",
        "0.0.0.0:65536,has an impossible port,''",
        "999.0.0.1:80,has an impossible IPv4 address,''",
        "1.2.3:80,has an impossible IPv4 address,''",
        "[12345::]:80,has an impossible IPv6 address,''",
        "http://x:80,is not an address,''",
        "a b:80,is not an address,''",
        "'',is not an address,''"
    })
    void whatIsNoAddressToListenOnIsRefusedWithAHint(String text, String message, String suggestion) {
        assertUnfit(() -> BindAddress.parse(text), message, suggestion);
    }

    @Test
    void loopbackIsKnown() {
        assertThat(List.of("127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1"))
                .allMatch(text -> BindAddress.parse(text).isLoopback());
        assertThat(List.of("0.0.0.0:1", "[::]:1", "10.0.0.1:1", "127.evil.com:1"))
                .noneMatch(text -> BindAddress.parse(text).isLoopback());
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.1.2,true",
        "10.0.0.0/8,11.0.0.0,false",
        "192.168.1.4/30,192.168.1.7,true",
        "192.168.1.4/30,192.168.1.8,false",
        "1.2.3.4,1.2.3.4,true",
        "1.2.3.4,1.2.3.5,false",
        "0.0.0.0/0,8.8.8.8,true",
        "0.0.0.0/0,'2001:db8::1',false",
        "'2001:db8::/32','2001:db8:ffff::1',true",
        "'2001:db8::/32','2001:db9::1',false",
        "'::/0','::1',true"
    })
    void aRangeHoldsTheAddressesBelowItsPrefix(String range, String address, boolean isIn) {
        assertThat(Cidr.parse(range).contains(InetAddress.ofLiteral(address))).isEqualTo(isIn);
    }

    @Test
    void anIpv4AddressThatCameInOverIpv6CountsAsIpv4() throws Exception {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
        assertThat(Cidr.parse("10.0.0.0/8").contains(InetAddress.getByAddress(mapped)))
                .isTrue();
        assertThat(Cidr.parse("::ffff:10.0.0.0")).isEqualTo(Cidr.parse("10.0.0.0"));
        assertThat(Cidr.anyContains(
                        List.of(Cidr.parse("1.1.1.1"), Cidr.parse("10.0.0.0/8")), InetAddress.getByAddress(mapped)))
                .isTrue();
        assertThat(Cidr.anyContains(List.of(), InetAddress.getByAddress(mapped)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/8,names bits below its prefix,10.0.0.0/8",
        "10.0.0.0/33,has an impossible prefix length; it is 0 to 32,''",
        "10.0.0.0/,has an impossible prefix length; it is 0 to 32,''",
        "10.0.0/8,is not an IP address,''",
        "010.0.0.1,is not an IP address,''",
        "2130706433,is not an IP address,''",
        "localhost,is not an IP address,''",
        "'fe80::1%eth0',is not an IP address,''",
        "'',is not an IP address,''"
    })
    void whatIsNoRangeIsRefusedWithAHint(String text, String message, String suggestion) {
        assertUnfit(() -> Cidr.parse(text), message, suggestion);
    }

    @Test
    void statusesAreSinglesClassesAndRanges() {
        StatusSet set =
                StatusSet.union(List.of(StatusSet.parse("409"), StatusSet.parse("5xx"), StatusSet.parse("200-204")));
        assertThat(set).hasToString("[200-204, 409, 500-599]");
        assertThat(List.of(200, 204, 409, 500, 599)).allMatch(set::contains);
        assertThat(List.of(-1, 0, 199, 205, 408, 410, 499, 600)).noneMatch(set::contains);
        assertThat(set.common(StatusSet.of(204, 205))).isEqualTo(StatusSet.of(204));
        assertThat(StatusSet.of().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "204-200,is a range that runs backwards,200-204",
        "600,is not an HTTP status,''",
        "99,is not an HTTP status,''",
        "6xx,is not an HTTP status,''",
        "ok,is not an HTTP status,''"
    })
    void whatIsNoStatusIsRefused(String text, String message, String suggestion) {
        assertUnfit(() -> StatusSet.parse(text), message, suggestion);
    }

    @Test
    void jitterIsAShareOrARange() {
        assertThat(Jitter.parse("20%")).isEqualTo(new Jitter.Share(20)).hasToString("20%");
        assertThat(Jitter.parse("0%")).isEqualTo(new Jitter.Share(0));
        assertThat(Jitter.parse("100 %")).isEqualTo(new Jitter.Share(100));
        assertThat(Jitter.parse("0s..10s"))
                .isEqualTo(new Jitter.Extra(Duration.ZERO, Duration.ofSeconds(10)))
                .hasToString("0s..10s");
    }

    @ParameterizedTest
    @CsvSource({
        "20,is neither a percentage nor a range,20%",
        "101%,is more than 100%,''",
        "-5%,is neither a percentage nor a range,''",
        "10s..0s,is a range that runs backwards,''",
        "0..10,has no unit,0s",
        "full,is neither a percentage nor a range,''"
    })
    void whatIsNoJitterIsRefusedWithAHint(String text, String message, String suggestion) {
        assertUnfit(() -> Jitter.parse(text), message, suggestion);
    }

    @Test
    void aSecretNeverPrints() {
        assertThat(new Secret("s3cret")).hasToString("***");
        assertThat(List.of(new Secret("s3cret")).toString()).doesNotContain("s3cret");
        assertThat(new Secret("s3cret").reveal()).isEqualTo("s3cret");
    }

    @Test
    void impossibleValuesCannotBeMadeByHandEither() {
        assertThatThrownBy(() -> new Size(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BindAddress("x", 65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Jitter.Share(101)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Jitter.Extra(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertUnfit(Runnable parsing, String message, String suggestion) {
        assertThatThrownBy(parsing::run).isInstanceOfSatisfying(UnfitException.class, unfit -> {
            assertThat(unfit).hasMessage(message);
            assertThat(unfit.suggestion()).isEqualTo(suggestion);
        });
    }
}
