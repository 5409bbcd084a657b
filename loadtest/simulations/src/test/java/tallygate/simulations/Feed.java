package tallygate.simulations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * Genuine callbacks of one provider, signed before the load begins, so that the generator spends nothing on signatures while it
 * measures. A record has {@code path}, {@code body}, {@code event} and one entry for each header.
 */
final class Feed {
    private static final String HEADER = "header ";

    private final List<Map<String, Object>> records;
    private final List<String> headerNames;

    private Feed(List<Map<String, Object>> records, List<String> headerNames) {
        this.records = records;
        this.headerNames = headerNames;
    }

    /** @param copies how often each event comes: the same event in so many deliveries, one after the other */
    static Feed of(Shop shop, Shop.Provider provider, String base, int events, int copies, String run, Instant now) {
        CallbackMaker maker = shop.bound(provider).maker().orElseThrow();
        String path = "/callbacks/" + provider.endpoint();
        List<List<Map<String, Object>>> made = IntStream.range(0, events)
                .parallel()
                .mapToObj(
                        i -> deliveries(maker, base + path, provider, run + provider.ordinal() + "-" + i, copies, now))
                .toList();
        List<Map<String, Object>> records = made.stream().flatMap(List::stream).toList();
        List<String> names = records.getFirst().keySet().stream()
                .filter(key -> key.startsWith(HEADER))
                .map(key -> key.substring(HEADER.length()))
                .toList();
        return new Feed(records, names);
    }

    /** Fails the run when more is taken than was made: a repeated event would be counted as a duplicate. */
    Iterator<Map<String, Object>> iterator() {
        return records.iterator();
    }

    List<String> headerNames() {
        return headerNames;
    }

    static String headerKey(String name) {
        return HEADER + name;
    }

    private static List<Map<String, Object>> deliveries(
            CallbackMaker maker, String url, Shop.Provider provider, String id, int copies, Instant now) {
        var event = new SampleEvent(
                "",
                "evt_" + id,
                1,
                "order-" + id,
                "tx" + id.replace('-', 'x'),
                OptionalLong.of(1_000 + id.hashCode() % 900),
                "");
        var records = new ArrayList<Map<String, Object>>();
        for (int copy = 1; copy <= copies; copy++) {
            records.add(record(maker.genuine(event.withDelivery(copy), url, now), provider, id));
        }
        return records;
    }

    private static Map<String, Object> record(RawRequest request, Shop.Provider provider, String id) {
        var record = new LinkedHashMap<String, Object>();
        record.put("path", request.target());
        record.put("body", request.body());
        record.put("event", provider + " " + id);
        for (Header header : request.headers()) {
            if (!header.name().equalsIgnoreCase("Host") && !header.name().equalsIgnoreCase("Content-Length")) {
                record.put(HEADER + header.name(), header.value());
            }
        }
        return record;
    }
}
