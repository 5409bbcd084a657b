package tallygate.gateway.mysql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskContent;
import tallygate.signature.RawRequest;

/** Seals what rows hold of a payment, or leaves it in clear when no key is configured; opens what any key sealed. */
final class PayloadSeal {
    private final PayloadKeys keys;
    private final AtomicLong unreadable = new AtomicLong();

    PayloadKeys keys() {
        return keys;
    }

    PayloadSeal(PayloadKeys keys) {
        this.keys = keys;
    }

    /** @param key 0: the bytes are in clear */
    record Sealed(int key, byte[] bytes) {}

    boolean isOn() {
        return keys.isOn();
    }

    /** @param bound what the bytes belong to, see {@link #bound} */
    Sealed seal(byte[] plain, byte[] bound) {
        if (!isOn()) {
            return new Sealed(0, plain);
        }
        PayloadKeys.Known key = keys.current();
        return new Sealed(key.id(), Gcm.seal(key.secret(), plain, bound));
    }

    byte[] open(Sealed sealed, byte[] bound) throws UnreadableException {
        if (sealed.key() == 0) {
            return sealed.bytes();
        }
        try {
            return Gcm.open(keys.find(sealed.key()), sealed.bytes(), bound);
        } catch (UnreadableException e) {
            unreadable.incrementAndGet();
            throw new UnreadableException("payload sealed with key " + sealed.key() + " " + e.getMessage());
        }
    }

    /** For people: what cannot be opened is told, nothing is changed. */
    byte[] openOrRefuse(Sealed sealed, byte[] bound) {
        try {
            return open(sealed, bound);
        } catch (UnreadableException e) {
            throw new StoreException(
                    StoreException.Kind.REFUSED, e.getMessage() + "; put the key back under privacy.keys");
        }
    }

    /** How often something could not be opened since the start. */
    long unreadable() {
        return unreadable.get();
    }

    /** What a task is about: columns that never change. */
    record Business(byte[] bizId, OptionalLong amountMinor, String currency) {}

    /** The row of a task with its order and money: whoever changes those, too, gets a payload that does not open. */
    static byte[] ofTask(long id, byte[] source, byte[] eventId, Business business) {
        byte[] numbers = ByteBuffer.allocate(17)
                .putLong(id)
                .put((byte) (business.amountMinor().isPresent() ? 1 : 0))
                .putLong(business.amountMinor().orElse(0))
                .array();
        byte[] currency = business.currency().getBytes(StandardCharsets.UTF_8);
        return bound("async_task", numbers, source, eventId, business.bizId(), currency);
    }

    /** A row by values that never change. */
    static byte[] bound(String table, byte[]... values) {
        int length = table.length();
        for (byte[] value : values) {
            length += 4 + value.length;
        }
        ByteBuffer bound = ByteBuffer.allocate(length).put(table.getBytes(StandardCharsets.US_ASCII));
        for (byte[] value : values) {
            bound.putInt(value.length).put(value);
        }
        return bound.array();
    }

    /** Request and content as one piece. */
    static byte[] pack(RawRequest request, Optional<byte[]> content) {
        byte[] whole = RequestBytes.whole(request);
        byte[] more = content.orElse(new byte[0]);
        return ByteBuffer.allocate(5 + whole.length + more.length)
                .put((byte) (content.isPresent() ? 1 : 0))
                .putInt(whole.length)
                .put(whole)
                .put(more)
                .array();
    }

    static TaskContent unpack(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        boolean hasContent = in.get() == 1;
        int length = in.getInt();
        RawRequest request = RequestBytes.whole(Arrays.copyOfRange(packed, 5, 5 + length));
        byte[] content = Arrays.copyOfRange(packed, 5 + length, packed.length);
        return new TaskContent(request, hasContent ? content : request.body());
    }
}
