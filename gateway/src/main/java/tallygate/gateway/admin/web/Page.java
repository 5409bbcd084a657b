package tallygate.gateway.admin.web;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param next what {@code after} must be for the page behind this one; absent on the last
 */
public record Page<T>(List<T> items, Optional<String> next) {
    public Page {
        items = List.copyOf(items);
    }

    /**
     * From one item more than fits, which tells whether there is a next page.
     *
     * @param limit how many fit
     * @param cursor of the last item that fits
     */
    public static <T> Page<T> of(List<T> found, int limit, java.util.function.Function<T, String> cursor) {
        if (found.size() <= limit) {
            return new Page<>(found, Optional.empty());
        }
        List<T> shown = found.subList(0, limit);
        return new Page<>(shown, Optional.of(cursor.apply(shown.getLast())));
    }
}
