package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "192.168.4.0/23, 192.168.5.255, true",
        "192.168.4.0/23, 192.168.6.0, false",
        "0.0.0.0/0, 255.1.2.3, true",
        "0.0.0.0/0, ::1, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "127.0.0.1/32, 127.0.0.1, true",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "::1, ::1, true",
        "::/0, ::ffff:10.0.0.1, false",
        "10.0.0.0/8, ::ffff:10.0.0.1, true"
    })
    void aRangeHoldsTheAddressesOfItsPrefix(String range, String address, boolean holds) {
        assertThat(AddressRange.parse(range)
                        .contains(AddressRange.address(address).orElseThrow()))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::",
        "2001:db8:1:2::, 2001:db8:1:2::",
        "::1, ::",
        "nobody, nobody",
        "no:body, no:body"
    })
    void whatASenderHasIsAnAddressOrASixtyFour(String address, String network) {
        assertThat(AddressRange.networkOf(address)).isEqualTo(network);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "10.0.0/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/x",
                "::/129",
                "localhost",
                "fe80::1%eth0"
            })
    void whatIsNoRangeIsRefused(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRangeWithBitsBeyondItsPrefixIsRefusedWithTheRightOne() {
        assertThatThrownBy(() -> AddressRange.parse("10.1.2.3/8")).hasMessageContaining("write 10.0.0.0/8");
        assertThatThrownBy(() -> AddressRange.parse("2001:db8::1/32")).hasMessageContaining("2001:db8:");
    }

    @Test
    void equalRangesAreEqual() {
        assertThat(AddressRange.parse("10.0.0.0/8"))
                .isEqualTo(AddressRange.parse("10.0.0.0/8"))
                .hasSameHashCodeAs(AddressRange.parse("10.0.0.0/8"))
                .isNotEqualTo(AddressRange.parse("10.0.0.0/9"))
                .hasToString("10.0.0.0/8");
    }
}
