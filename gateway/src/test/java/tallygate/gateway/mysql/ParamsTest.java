package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ParamsTest {
    private final List<String> calls = new ArrayList<>();
    private final Object[] places = new Object[40];
    private boolean refusesNext;

    private Params params() {
        return new Params((PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (_, method, arguments) -> {
                    if (refusesNext) {
                        refusesNext = false;
                        throw new SQLException("refused");
                    }
                    calls.add(method.getName() + arguments[0]);
                    places[(int) arguments[0]] = method.getName().equals("setNull") ? null : arguments[1];
                    return null;
                }));
    }

    @Test
    void whatIsBoundAlreadyIsNotBoundAgain() throws SQLException {
        Params params = params();
        params.add(7L).add("eur").add(new byte[] {1, 2}).add(OptionalLong.empty());
        calls.clear();
        params.fromFirst().add(7L).add("eur").add(new byte[] {1, 2}).add(OptionalLong.empty());
        assertThat(calls).isEmpty();
        params.fromFirst().add(8L).add("eur").add(new byte[] {1, 3}).add(OptionalLong.of(0));
        assertThat(calls).containsExactly("setLong1", "setBytes3", "setLong4");
    }

    @Test
    void aValueThatWasRefusedIsBoundTheNextTime() throws SQLException {
        Params params = params();
        params.add("a");
        refusesNext = true;
        assertThatThrownBy(() -> params.fromFirst().add("b")).hasMessage("refused");
        params.fromFirst().add("a");
        assertThat(places[1]).isEqualTo("a");
        assertThat(calls).containsExactly("setString1", "setString1");
    }

    @RepeatedTest(50)
    void eachPlaceHoldsWhatWasAddedLast(RepetitionInfo run) throws SQLException {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        Params params = params();
        for (int execution = 0; execution < 20; execution++) {
            params.fromFirst();
            Object[] expected = new Object[places.length];
            for (int place = 1; place < places.length; place++) {
                expected[place] = addOne(params, dice);
            }
            assertThat(Arrays.deepEquals(places, expected))
                    .as("seed=%d", run.getCurrentRepetition())
                    .isTrue();
        }
    }

    private static @Nullable Object addOne(Params params, SplittableRandom dice) throws SQLException {
        switch (dice.nextInt(5)) {
            case 0 -> {
                long number = dice.nextInt(2);
                params.add(number);
                return number;
            }
            case 1 -> {
                String text = "t" + dice.nextInt(2);
                params.add(text);
                return text;
            }
            case 2 -> {
                byte[] bytes = {(byte) dice.nextInt(2)};
                params.add(bytes);
                return bytes;
            }
            case 3 -> params.addOrNull((String) null);
            default -> params.addOrNull((byte[]) null);
        }
        return null;
    }

    @RepeatedTest(200)
    void aTimeIsWrittenToTheMillisecond(RepetitionInfo run) {
        var format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
        var dice = new SplittableRandom(run.getCurrentRepetition());
        Instant at = Instant.ofEpochSecond(dice.nextLong(0, 253_402_300_799L), dice.nextInt(1_000_000_000));
        assertThat(Params.text(at)).as("seed=%d", run.getCurrentRepetition()).isEqualTo(format.format(at));
    }
}
