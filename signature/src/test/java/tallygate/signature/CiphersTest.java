package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CiphersTest {
    private static final byte[] NONCE = utf8("4bkDeF9zRq1c");
    private static final byte[] CONTEXT = utf8("transaction");
    private static final byte[] TEXT = utf8("{\"out_trade_no\":\"支付\"}");

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static List<AeadCipher> aead() {
        return List.of(new AesGcm(new byte[32]), new AesGcm(new byte[16]), new Sm4Gcm(new byte[16]));
    }

    @ParameterizedTest
    @MethodSource("aead")
    void whatWasEncryptedIsDecrypted(AeadCipher cipher) {
        byte[] sealed = cipher.encrypt(NONCE, CONTEXT, TEXT);
        assertThat(cipher.decrypt(NONCE, CONTEXT, sealed)).contains(TEXT);
    }

    @ParameterizedTest
    @MethodSource("aead")
    void aChangeOfAnyPartIsNoticed(AeadCipher cipher) {
        byte[] sealed = cipher.encrypt(NONCE, CONTEXT, TEXT);
        byte[] changed = sealed.clone();
        changed[0] ^= 1;
        assertThat(cipher.decrypt(NONCE, CONTEXT, changed)).isEmpty();
        assertThat(cipher.decrypt(NONCE, utf8("refund"), sealed)).isEmpty();
        assertThat(cipher.decrypt(utf8("4bkDeF9zRq1d"), CONTEXT, sealed)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("aead")
    void impossibleInputIsAnAnswerAndNoError(AeadCipher cipher) {
        for (int length = 0; length < 40; length++) {
            assertThat(cipher.decrypt(NONCE, CONTEXT, new byte[length])).isEmpty();
            assertThat(cipher.decrypt(new byte[0], CONTEXT, new byte[length])).isEmpty();
        }
    }

    @Test
    void theKnownAnswerOfSm4GcmIsComputed() {
        // RFC 8998, appendix A.1
        Sm4Gcm cipher = new Sm4Gcm(HexFormat.of().parseHex("0123456789abcdeffedcba9876543210"));
        byte[] plain = HexFormat.of()
                .parseHex("aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd"
                        + "eeeeeeeeeeeeeeeeffffffffffffffffeeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa");
        byte[] sealed = cipher.encrypt(
                HexFormat.of().parseHex("00001234567800000000abcd"),
                HexFormat.of().parseHex("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
                plain);
        assertThat(HexFormat.of().formatHex(sealed))
                .startsWith("17f399f08c67d5ee19d0dc9969c4bb7d")
                .endsWith("83de3541e4c2b58177e065a9bf7b62ec");
    }

    @Test
    void theKnownAnswerOfSm3IsComputed() {
        // GB/T 32905-2016, example 1
        assertThat(HashAlgorithm.SM3.hex(utf8("abc")))
                .isEqualTo("66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0");
    }

    static List<BlockCipher> padded() {
        return List.of(BlockCipher.aesCbc(new byte[16], new byte[16]), BlockCipher.aesEcb(new byte[32]));
    }

    @ParameterizedTest
    @MethodSource("padded")
    void aPaddedTextOfAnyLengthComesBack(BlockCipher cipher) {
        for (int length = 0; length < 40; length++) {
            assertThat(cipher.decrypt(cipher.encrypt(new byte[length]))).contains(new byte[length]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 17, 31})
    void aCiphertextThatIsNoWholeNumberOfBlocksIsAnAnswerAndNoError(int length) {
        padded().forEach(cipher -> assertThat(cipher.decrypt(new byte[length]))
                .satisfiesAnyOf(
                        found -> assertThat(found).isEmpty(),
                        found -> assertThat(found).contains(new byte[0])));
        if (length % 8 != 0) {
            assertThat(BlockCipher.tripleDesEcb(new byte[24]).decrypt(new byte[length]))
                    .isEmpty();
        }
    }

    @Test
    void tripleDesWithoutPaddingComesBack() {
        byte[] blocks = utf8("16 bytes exactly");
        byte[] key = utf8("0123456789abcdefghijklmn");
        BlockCipher ecb = BlockCipher.tripleDesEcb(key);
        BlockCipher cbc = BlockCipher.tripleDesCbcZeroIv(key);
        assertThat(ecb.decrypt(ecb.encrypt(blocks))).contains(blocks);
        assertThat(cbc.decrypt(cbc.encrypt(blocks))).contains(blocks);
        assertThat(ecb.encrypt(blocks)).isNotEqualTo(cbc.encrypt(blocks));
    }

    @Test
    void aKeyOfTheWrongLengthIsRefusedWithItsLengthAndNotItsText() {
        assertThatThrownBy(() -> new AesGcm(utf8("short")))
                .hasMessageContaining("has 5")
                .hasMessageNotContaining("short");
        assertThatThrownBy(() -> new Sm4Gcm(new byte[17])).hasMessageContaining("has 17");
        assertThatThrownBy(() -> BlockCipher.aesCbc(new byte[15], new byte[16])).hasMessageContaining("15 bytes");
        assertThatThrownBy(() -> BlockCipher.aesCbc(new byte[16], new byte[3])).hasMessageContaining("IV of 3");
        assertThatThrownBy(() -> BlockCipher.tripleDesEcb(new byte[16])).hasMessageContaining("has 16");
        assertThatThrownBy(() -> BlockCipher.aesEcb(new byte[0])).hasMessageContaining("empty");
    }
}
