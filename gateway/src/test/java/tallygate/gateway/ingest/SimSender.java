package tallygate.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.http.RequestHandler;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.TaskRow;

/** The provider of a history: sends each of its requests until it is acknowledged, and holds every acknowledgement to its word. */
final class SimSender {
    private static final String[] IDS = {"evt_1", "evt_2", "evt_3", "evt_4", "evt_5", "evt_6"};

    /** A request that is delivered again and again. */
    static final class Request {
        final String text;
        /** Since the last failover. */
        boolean isAcknowledged;

        Request(String text) {
            this.text = text;
        }

        boolean isHint() {
            return text.startsWith("hint ");
        }
    }

    /** One delivery. */
    final class Attempt implements RequestHandler.Reply {
        final Request request;
        final SimNode to;
        boolean isAnswered;
        /** The database changed under it: part of it may be lost with what was acknowledged before. */
        boolean isTorn;

        Attempt(Request request, SimNode to) {
            this.request = request;
            this.to = to;
        }

        @Override
        public void send(HttpReply answer) {
            if (isAnswered) {
                throw new AssertionError("answered twice: " + request.text);
            }
            isAnswered = true;
            if (answer.status() == 200) {
                String body = new String(answer.body(), StandardCharsets.UTF_8);
                if (!body.equals(request.isHint() ? "hint taken" : "stored")) {
                    throw new AssertionError("not the provider's answer: " + body);
                }
                if (!isTorn) {
                    mustBeStored(request);
                    request.isAcknowledged = true;
                }
            }
        }
    }

    final List<Request> requests = new ArrayList<>();
    final List<Attempt> attempts = new ArrayList<>();
    private final SimDatabase database;
    private final boolean areIdsShared;

    /** @param areIdsShared a row's id then proves nothing about its content: a store may take another's row for its own */
    SimSender(SimDatabase database, boolean areIdsShared, SplittableRandom dice) {
        this.database = database;
        this.areIdsShared = areIdsShared;
        int count = 3 + dice.nextInt(8);
        for (int i = 0; i < count; i++) {
            requests.add(new Request(draw(dice)));
        }
    }

    private static String draw(SplittableRandom dice) {
        if (dice.nextInt(12) == 0) {
            return "hint tr_" + dice.nextInt(2);
        }
        int events = dice.nextInt(4) == 0 ? 2 + dice.nextInt(2) : 1;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            String effect = dice.nextInt(3) == 0 ? "pay_" + dice.nextInt(2) : "";
            String currency = dice.nextInt(15) == 0 ? "CURRENCY_THAT_IS_TOO_LONG" : "EUR";
            // One amount in six differs from the others of its id: a conflict.
            int amount = dice.nextInt(6) == 0 ? 2 : 1;
            lines.add(IDS[dice.nextInt(IDS.length)] + " " + amount + " " + effect + "  " + currency);
        }
        return String.join("\n", lines);
    }

    void deliver(Request request, SimNode node) {
        Attempt attempt = new Attempt(request, node);
        attempts.add(attempt);
        node.receive(IntakeRig.request("POST", "/callbacks/shop", request.text), attempt);
    }

    /** What was acknowledged before is gone with the old database; a provider would not send it again. */
    void failedOver() {
        requests.forEach(r -> r.isAcknowledged = false);
        attempts.forEach(a -> a.isTorn = true);
    }

    /** Each event has its row, with this content or with a conflict that holds it. */
    void mustBeStored(Request request) {
        InMemoryStore rows = database.rows();
        if (request.isHint()) {
            String prefix = Hints.PREFIX + request.text.substring("hint ".length()) + ":";
            if (rows.rows().stream().noneMatch(r -> r.eventId().startsWith(prefix))) {
                throw new AssertionError("acknowledged and not stored: " + request.text);
            }
            return;
        }
        for (String line : request.text.split("\n", -1)) {
            if (!isStored(rows, line)) {
                throw new AssertionError("acknowledged and not stored: " + line + " of " + request.text);
            }
        }
    }

    private boolean isStored(InMemoryStore rows, String line) {
        String id = line.substring(0, line.indexOf(' '));
        for (TaskRow row : rows.rows()) {
            if (row.eventId().equals(id)) {
                byte[] stored = rows.content(row.id()).orElseThrow().content();
                return areIdsShared
                        || line.equals(text(stored))
                        || rows.conflicts().stream()
                                .anyMatch(c -> c.task().equals(row.id())
                                        && line.equals(text(c.other().event().content())));
            }
        }
        return false;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
