package tallygate.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Requests that two servers in a row could cut at different places, after the published attacks on proxies. */
final class SmugglingCorpus {
    /** What an attacker wants the back end to take for a request of its own. */
    private static final String HIDDEN = "GET /callbacks/hidden HTTP/1.1\r\nHost: a\r\nX-Hidden: 1\r\n\r\n";

    private static final String POST = "POST /callbacks/shop HTTP/1.1\r\nHost: a\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String LAST_CHUNK = "0\r\n\r\n";
    private static final String[] PIECES = {
        "\r\n",
        "\n",
        "\r",
        " ",
        "\t",
        ":",
        ",",
        ";",
        "0",
        "1",
        "\u0000",
        "\u000b",
        "\u00a0",
        "chunked",
        "_",
        "+",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: 0\r\n",
        "Host: b\r\n",
        "\r\n\r\n",
        "Connection: keep-alive\r\n",
        LAST_CHUNK,
        HIDDEN
    };

    private SmugglingCorpus() {}

    /** @param bytes one character each */
    record Attack(String name, String bytes) {}

    static List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        lengthAgainstChunks(all);
        hiddenCodings(all);
        lengths(all);
        bodiesWithoutMeaning(all);
        chunks(all);
        lines(all);
        pipelines(all);
        return all;
    }

    /** The same with a few bytes changed, inserted or lost. */
    static List<Attack> spoiled(long seed, int count) {
        var dice = new SplittableRandom(seed);
        List<Attack> whole = all();
        List<Attack> spoiled = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Attack attack = whole.get(dice.nextInt(whole.size()));
            spoiled.add(new Attack("seed=" + seed + " " + i + ": " + attack.name(), spoil(attack.bytes(), dice)));
        }
        return spoiled;
    }

    private static String spoil(String bytes, SplittableRandom dice) {
        var text = new StringBuilder(bytes);
        int changes = 1 + dice.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = dice.nextInt(text.length());
            switch (dice.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) dice.nextInt(256));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, PIECES[dice.nextInt(PIECES.length)]);
                default -> {
                    int line = text.indexOf("\r\n", at);
                    text.insert(line < 0 ? at : line + 2, PIECES[dice.nextInt(PIECES.length)]);
                }
            }
        }
        return text.toString();
    }

    private static void lengthAgainstChunks(List<Attack> all) {
        String clTe = LAST_CHUNK + HIDDEN;
        add(all, "CL.TE", POST + length(clTe) + "Transfer-Encoding: chunked\r\n\r\n" + clTe);
        add(all, "TE.CL", POST + "Transfer-Encoding: chunked\r\n" + length(clTe) + "\r\n" + clTe);
        String teCl = Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK;
        add(all, "TE.CL with a short length", POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + teCl);
        add(all, "TE.0", POST + "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n" + teCl);
        add(all, "chunks in HTTP/1.0", CHUNKED.replace("HTTP/1.1", "HTTP/1.0") + clTe);
        add(
                all,
                "CL.TE in HTTP/1.0",
                POST.replace("HTTP/1.1", "HTTP/1.0") + "Connection: keep-alive\r\n" + length(clTe)
                        + "Transfer-Encoding: chunked\r\n\r\n" + clTe);
    }

    /** Transfer-Encoding written so that one of the two servers does not see it. */
    private static void hiddenCodings(List<Attack> all) {
        String body = LAST_CHUNK + HIDDEN;
        for (String coding : List.of(
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding\t: chunked",
                "Transfer-Encoding\r\n : chunked",
                "Transfer-Encoding:\u000bchunked",
                "Transfer-Encoding:\u0000chunked",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: chunked\r",
                "Transfer-Encoding: chunked\u0000",
                "Transfer-Encoding: chunKed",
                "tRANSFER-eNCODING:chunked",
                "Transfer_Encoding: chunked",
                "Transfer-Encoding\u00a0: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
                "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding:\r\n chunked",
                "X: y\r\n Transfer-Encoding: chunked",
                "X: y\nTransfer-Encoding: chunked",
                "X: y\rTransfer-Encoding: chunked",
                " Transfer-Encoding: chunked",
                "X-\u00e9: y\r\nTransfer-Encoding: chunked",
                ": y\r\nTransfer-Encoding: chunked",
                "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked")) {
            String name = "TE.TE " + coding.replace("\r", "<CR>").replace("\n", "<LF>");
            add(all, name, POST + length(body) + coding + "\r\n\r\n" + body);
            add(all, name + " alone", POST + coding + "\r\n\r\n" + body);
        }
    }

    private static void lengths(List<Attack> all) {
        String whole = Integer.toString(HIDDEN.length());
        for (String length : List.of(
                "Content-Length: 0\r\nContent-Length: " + whole,
                "Content-Length: " + whole + "\r\nContent-Length: 0",
                "Content-Length: 0, " + whole,
                "Content-Length: " + whole + ", " + whole,
                "Content-Length: +" + whole,
                "Content-Length: -1",
                "Content-Length: 00" + whole,
                "Content-Length: 0x" + Integer.toHexString(HIDDEN.length()),
                "Content-Length: " + whole + " ",
                "Content-Length: " + whole + "\u0000",
                "Content-Length: 1 " + whole,
                "Content-Length:\r\n " + whole,
                "Content-Length : " + whole,
                "Content_Length: " + whole,
                "Content-Length: 18446744073709551616",
                "Content-Length: 4294967296",
                "Content-Length:",
                "Connection: Content-Length\r\nContent-Length: " + whole,
                "Content-Length: " + whole + "\rX: y")) {
            String name = length.replace("\r", "<CR>").replace("\n", "<LF>");
            add(all, name, POST + length + "\r\n\r\n" + HIDDEN);
        }
    }

    /** CL.0: a body where one of the two expects none. */
    private static void bodiesWithoutMeaning(List<Attack> all) {
        for (String method : List.of("GET", "HEAD", "OPTIONS", "DELETE", "PUT", "TRACE", "X")) {
            String head = method + " /callbacks/shop HTTP/1.1\r\nHost: a\r\n";
            add(all, "CL.0 " + method, head + length(HIDDEN) + "\r\n" + HIDDEN);
            add(
                    all,
                    "TE.0 " + method,
                    head + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN
                            + "\r\n" + LAST_CHUNK);
        }
        add(all, "an expectation", POST + "Expect: 100-continue\r\n" + length(HIDDEN) + "\r\n" + HIDDEN);
        add(all, "a hidden expectation", POST + "Expect: y 100-continue\r\n" + length(HIDDEN) + "\r\n" + HIDDEN);
        add(all, "a coded body", POST + "Content-Encoding: gzip\r\n" + length(HIDDEN) + "\r\n" + HIDDEN);
        String upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
        add(all, "an upgrade to HTTP/2", POST + upgrade + length(HIDDEN) + "\r\n" + HIDDEN);
        add(all, "an upgrade to a web socket", POST + "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n" + HIDDEN);
    }

    private static void chunks(List<Attack> all) {
        String size = Integer.toHexString(HIDDEN.length());
        for (String chunks : List.of(
                size + ";a=b\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                size + ";a\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                size + ";a\rb\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                size + ";\"\r\n" + HIDDEN + "\"\r\n" + LAST_CHUNK,
                size + "\n" + HIDDEN + "\n" + LAST_CHUNK,
                size + " \r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                " " + size + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                "0x" + size + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                "+" + size + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                "0000000000000000" + size + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                "10000000000000000\r\n" + HIDDEN,
                "fffffffffffffffe\r\n" + HIDDEN,
                "2\r\nab" + HIDDEN,
                "2\r\nabXX0\r\n\r\n" + HIDDEN,
                "0\n\n" + HIDDEN,
                "0\r\n" + HIDDEN,
                "0;" + HIDDEN,
                "0\r\nContent-Length: 5\r\n\r\n" + HIDDEN,
                "0\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n" + HIDDEN,
                "0\r\nX: y\n\r\n" + HIDDEN,
                "0\r\n X: y\r\n\r\n" + HIDDEN,
                "-1\r\n" + HIDDEN,
                "\r\n" + HIDDEN,
                ";\r\n" + HIDDEN)) {
            String name = "chunks "
                    + chunks.substring(0, Math.min(20, chunks.length())).strip();
            add(all, name, CHUNKED + chunks);
        }
    }

    private static void lines(List<Attack> all) {
        String get = "GET /callbacks/shop HTTP/1.1\r\n";
        for (String bytes : List.of(
                "GET /callbacks/shop HTTP/1.1\nHost: a\n\n" + HIDDEN,
                get + "Host: a\nX: y\r\n\r\n" + HIDDEN,
                get + "Host: a\r\nX: y\r\n\n" + HIDDEN,
                get + "Host: a\r\nX: y\r\n \r\n\r\n" + HIDDEN,
                get + "Host: a\r\nX: y\r\n\t" + HIDDEN + "\r\n",
                get + "Host: a\r\nX: y\r" + HIDDEN + "\r\n",
                get + "Host: a\r\nX: \u0000y\r\n\r\n" + HIDDEN,
                get + "Host: a\r\nHost: b\r\n\r\n" + HIDDEN,
                get + "Host: a, b\r\n\r\n" + HIDDEN,
                get + "\r\n" + HIDDEN,
                "\r\n\r\n" + get + "Host: a\r\n\r\n" + HIDDEN,
                "GET http://a/callbacks/shop HTTP/1.1\r\nHost: b\r\n\r\n" + HIDDEN,
                "GET http://a/callbacks/shop?x=http://b/ HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET //a/callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/../callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop%0d%0aX:%20y HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop\u0000 HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop#x HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET  /callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop  HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/a b HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop HTTP/1.2\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop HTTP/2.0\r\nHost: a\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop HTTP/1.0\r\n\r\n" + HIDDEN,
                "GET /callbacks/shop\r\n" + HIDDEN,
                "get /callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + HIDDEN)) {
            add(all, "lines " + bytes.substring(0, Math.min(60, bytes.length())).replaceAll("\\p{Cntrl}", "|"), bytes);
        }
    }

    private static void pipelines(List<Attack> all) {
        String next = "GET /callbacks/next HTTP/1.1\r\nHost: a\r\n\r\n";
        add(all, "three at once", next + POST + length("abc") + "\r\nabc" + next);
        add(all, "more after a last request", POST + "Connection: close\r\n" + length("abc") + "\r\nabc" + HIDDEN);
        add(all, "more than the body", POST + length("abc") + "\r\nabcd" + next);
        add(all, "less than the body", POST + "Content-Length: 500\r\n\r\n" + next);
        add(all, "an empty line between", POST + length("abc") + "\r\nabc\r\n" + next);
        add(
                all,
                "a made-up mark of the front",
                "GET /callbacks/x HTTP/1.1\r\nHost: a\r\nX-Front: 1\r\nX_Front: 2\r\n\r\n");
        add(all, "a mark to be dropped", "GET /callbacks/x HTTP/1.1\r\nHost: a\r\nConnection: X-Front\r\n\r\n" + next);
    }

    private static String length(String body) {
        return "Content-Length: " + body.length() + "\r\n";
    }

    private static void add(List<Attack> all, String name, String bytes) {
        all.add(new Attack(name, bytes));
    }
}
