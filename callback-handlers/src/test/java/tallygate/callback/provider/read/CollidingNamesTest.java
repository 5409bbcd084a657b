package tallygate.callback.provider.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names that all have one hash: what they cost must not grow with their square. */
@Tag("T-20")
class CollidingNamesTest {
    /** So many strings of 2·n characters have one hash code. */
    private static List<String> colliding(int count) {
        List<String> names = List.of("Aa", "BB");
        while (names.size() < count) {
            List<String> longer = new ArrayList<>();
            for (String name : names) {
                longer.add(name + "Aa");
                longer.add(name + "BB");
            }
            names = longer;
        }
        assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
        return names.subList(0, count);
    }

    /** Processor time of this thread, which a neighbour on the machine does not lengthen. */
    private static long millis(Reading reading) throws UnreadableException {
        var threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        reading.read();
        return (threads.getCurrentThreadCpuTime() - before) / 1_000_000;
    }

    private interface Reading {
        void read() throws UnreadableException;
    }

    @Test
    void aFormOfTenThousandIsRefusedByItsNumberAndOneAtTheBoundIsCheap() throws UnreadableException {
        assertThatThrownBy(() -> FormFields.decode(form(10_000), StandardCharsets.UTF_8))
                .hasMessageContaining("form fields");
        byte[] bound = form(2_000);
        FormFields.decode(bound, StandardCharsets.UTF_8).repeated();
        assertThat(millis(() -> assertThat(
                                FormFields.decode(bound, StandardCharsets.UTF_8).repeated())
                        .isEmpty()))
                .isLessThan(100);
    }

    private static byte[] form(int count) {
        return colliding(count).stream()
                .map(name -> name + "=1")
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void anObjectOfThirtyThousandIsReadInTheTimeOfAnyOther() throws UnreadableException {
        String colliding = object(colliding(30_000));
        String others = object(java.util.stream.IntStream.range(0, 30_000)
                .mapToObj(i -> "n" + (100_000_000 + i))
                .toList());
        millis(() -> JsonReader.read(others));
        millis(() -> JsonReader.read(colliding));
        assertThat(millis(() -> JsonReader.read(colliding)))
                .as("milliseconds, others take %d", millis(() -> JsonReader.read(others)))
                .isLessThan(1_000);
    }

    private static String object(List<String> names) {
        return names.stream().map(name -> "\"" + name + "\":1").collect(Collectors.joining(",", "{", "}"));
    }
}
