package tallygate.callback.provider.query;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/**
 * WeChat Pay's trade bill and fund bill (pay.weixin.qq.com, merchant/4012556654, partner/4012760535). The answer names a file and
 * its SHA-1 and is signed; the file is not, so the hash of its unpacked text is what proves it. The file's address ends after
 * minutes: whoever did not get it begins again.
 */
record WechatBills(WechatApi wechat) implements StatementSource {
    private static final String FUND = "fund";
    private static final Duration AGAIN = Duration.ofMinutes(10);

    @Override
    public Duration readyAfter() {
        return Duration.ofHours(10);
    }

    @Override
    public List<String> kinds() {
        return List.of(TRADE, FUND);
    }

    @Override
    public Fetched fetch(Wanted wanted, Path into, QueryTools tools) throws IOException, InterruptedException {
        String resource = wanted.kind().equals(FUND)
                ? "/v3/bill/fundflowbill?bill_date=" + wanted.day() + "&account_type=BASIC&tar_type=GZIP"
                : "/v3/bill/tradebill?bill_date=" + wanted.day() + "&bill_type=ALL&tar_type=GZIP";
        return Downloads.read(
                Asked.send(wechat.get(resource, tools), tools), "WeChat Pay", got -> told(got, wanted, into, tools));
    }

    private Fetched told(Asked.Got got, Wanted wanted, Path into, QueryTools tools)
            throws UnreadableException, IOException, InterruptedException {
        Optional<String> objection = wechat.objection(got, tools.clock().instant());
        if (objection.isPresent()) {
            return Fetched.Failed.later("WeChat Pay: " + objection.get());
        }
        JsonValue answer = got.json();
        String code = answer.scalarAt("/code");
        if (code.equals("NO_STATEMENT_EXIST")) {
            return new Fetched.NothingThatDay("WeChat Pay says that there is no bill of " + wanted.day());
        }
        if (code.equals("STATEMENT_CREATING")) {
            return new Fetched.NotYet("WeChat Pay is making the bill", "", AGAIN);
        }
        Optional<String> file = wechat.api().resourceOf(answer.scalarAt("/download_url"));
        String sha1 = answer.scalarAt("/hash_value").toLowerCase(Locale.ROOT);
        boolean isKnownHash = answer.scalarAt("/hash_type").equals("SHA1") && sha1.matches("[0-9a-f]{40}");
        if (!got.isFound() || file.isEmpty() || !isKnownHash) {
            return Fetched.Failed.later("WeChat Pay answered HTTP " + got.status() + " " + code
                    + " without a file of its own and its SHA-1");
        }
        Optional<Fetched> failed = Downloads.into(into, wechat.get(file.get(), tools), wanted.bytesMax(), tools);
        return failed.isPresent() ? failed.get() : checked(into, sha1, wanted.bytesMax());
    }

    private static Fetched checked(Path file, String sha1, long bytesMax) throws IOException {
        String found;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            in.mark(2);
            boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            found = sha1(isPacked ? new GZIPInputStream(in, 1 << 16) : in, 50 * bytesMax);
        }
        return found.equals(sha1)
                ? new Fetched.Whole(sha1)
                : Fetched.Failed.later("the file's SHA-1 is " + found + ", WeChat Pay said " + sha1);
    }

    private static String sha1(InputStream text, long bytesMax) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            for (int n = text.read(buffer); n >= 0 && bytes <= bytesMax; n = text.read(buffer)) {
                digest.update(buffer, 0, n);
                bytes += n;
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-1", e);
        }
    }
}
