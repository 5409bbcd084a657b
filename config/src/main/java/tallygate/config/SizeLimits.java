package tallygate.config;

import java.util.List;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.Size;

/**
 * How large a callback may be, and all that are under way together.
 *
 * @param lineBytesMax of the request line
 * @param headerBytesMax of the request line and all headers
 * @param bodyBytesMax of one body
 * @param bodyBytesInFlightMax of all bodies that are being received or worked on
 * @param inFlightMax requests that wait for their answer
 */
public record SizeLimits(
        Size lineBytesMax,
        Size headerBytesMax,
        int headerCountMax,
        Size bodyBytesMax,
        Size bodyBytesInFlightMax,
        int inFlightMax) {
    private static final Key<Size> LINE_BYTES = Key.of(
                    "line-bytes-max",
                    Kinds.size("512B", "64KiB"),
                    "Longest request line (method, path and query). A longer one gets 414.",
                    "请求行（方法、路径和查询串）的最大长度，超出时应答 414。")
            .or("4KiB");
    private static final Key<Size> HEADER_BYTES = Key.of(
                    "header-bytes-max",
                    Kinds.size("1KiB", "1MiB"),
                    "Request line and all headers together. More gets 431.",
                    "请求行与全部请求头的总大小上限，超出时应答 431。")
            .or("8KiB");
    private static final Key<Integer> HEADER_COUNT = Key.of(
                    "header-count-max",
                    Kinds.integer(8, 1000),
                    "Header lines of one request. More gets 431.",
                    "单个请求的请求头行数上限，超出时应答 431。")
            .or("64");
    private static final Key<Size> BODY_BYTES = Key.of(
                    "body-bytes-max",
                    Kinds.size("1KiB", "16MiB"),
                    "Largest body. A larger one gets 413 before it is read.",
                    "请求体大小上限。超出时在读取之前应答 413。")
            .or("256KiB");
    private static final Key<Size> BODY_BYTES_IN_FLIGHT = Key.of(
                    "body-bytes-in-flight-max",
                    Kinds.size("1MiB", "16GiB"),
                    "All bodies together that are being received or worked on. Over it, 503 with Retry-After.",
                    "正在接收或处理的所有请求体的总大小上限，超出时应答 503 并带 Retry-After。")
            .or("64MiB");
    private static final Key<Integer> IN_FLIGHT = Key.of(
                    "in-flight-max",
                    Kinds.integer(1, 1_000_000),
                    "Requests that wait for their answer at the same time. Over it, 503 with Retry-After.",
                    "同时等待应答的请求数上限，超出时应答 503 并带 Retry-After。")
            .or("4096");

    static final List<Key<?>> KEYS =
            List.of(LINE_BYTES, HEADER_BYTES, HEADER_COUNT, BODY_BYTES, BODY_BYTES_IN_FLIGHT, IN_FLIGHT);

    public SizeLimits {
        new Rules()
                .must(
                        lineBytesMax.compareTo(headerBytesMax) <= 0,
                        "line-bytes-max (" + lineBytesMax + ") must not be above header-bytes-max (" + headerBytesMax
                                + ")",
                        "line-bytes-max",
                        "header-bytes-max")
                .must(
                        bodyBytesMax.compareTo(bodyBytesInFlightMax) <= 0,
                        "body-bytes-max (" + bodyBytesMax + ") must not be above body-bytes-in-flight-max ("
                                + bodyBytesInFlightMax + ")",
                        "body-bytes-max",
                        "body-bytes-in-flight-max")
                .hold();
    }

    /** The defaults. */
    public static SizeLimits standard() {
        return LimitsConfig.standard().sizes();
    }

    static SizeLimits from(Section section) {
        return section.make(
                () -> new SizeLimits(
                        section.value(LINE_BYTES),
                        section.value(HEADER_BYTES),
                        section.value(HEADER_COUNT),
                        section.value(BODY_BYTES),
                        section.value(BODY_BYTES_IN_FLIGHT),
                        section.value(IN_FLIGHT)),
                SizeLimits::standard);
    }
}
