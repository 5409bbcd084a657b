package tallygate.callback.provider.query;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/**
 * Alipay's bills ({@code alipay.data.dataservice.bill.downloadurl.query}). The address of the file stands in a signed answer, is
 * good for 30 seconds, and leads to a host of Alipay's own; it is called over TLS also where the answer says http. No hash is told:
 * the file's own sums prove it.
 */
record AlipayBills(AlipayApi alipay) implements StatementSource {
    private static final String METHOD = "alipay.data.dataservice.bill.downloadurl.query";
    private static final String NODE = "alipay_data_dataservice_bill_downloadurl_query_response";
    private static final String FUND = "fund";
    private static final Set<String> HOSTS = Set.of("dwbillcenter.alipay.com", "dwbillcenter.alipaydev.com");
    private static final Set<String> NOT_YET = Set.of("isp.bill_not_exist", "isv.bill_not_exist", "bill_not_exist");
    private static final Duration AGAIN = Duration.ofMinutes(30);

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
        String type = wanted.kind().equals(FUND) ? "signcustomer" : "trade";
        String content = "{\"bill_type\":\"" + type + "\",\"bill_date\":\"" + wanted.day() + "\"}";
        return Downloads.read(
                Asked.send(alipay.call(METHOD, content, tools), tools),
                "Alipay",
                got -> told(got, wanted, into, tools));
    }

    private Fetched told(Asked.Got got, Wanted wanted, Path into, QueryTools tools)
            throws UnreadableException, IOException, InterruptedException {
        Optional<byte[]> node = alipay.signedNode(got, NODE);
        if (node.isEmpty()) {
            return Fetched.Failed.later("Alipay's answer (HTTP " + got.status() + ") carries no signature that fits");
        }
        JsonValue answer = JsonReader.read(node.get());
        String code = answer.scalarAt("/code");
        String detail = answer.scalarAt("/sub_code");
        if (NOT_YET.contains(detail.toLowerCase(Locale.ROOT))) {
            return new Fetched.NotYet("Alipay has no bill of " + wanted.day() + " (yet)", "", AGAIN);
        }
        if (!code.equals("10000")) {
            return new Fetched.Failed(
                    "Alipay answered " + code + " " + detail, code.startsWith("4000"), Optional.empty());
        }
        Optional<Destination> file = file(answer.scalarAt("/bill_download_url"));
        if (file.isEmpty()) {
            return Fetched.Failed.later("Alipay named a file that does not lie on a host of its own");
        }
        return Downloads.into(into, OutboundRequest.get(file.get()), wanted.bytesMax(), tools)
                .orElse(new Fetched.Whole(""));
    }

    private Optional<Destination> file(String link) {
        Optional<String> ownResource = alipay.api().isOperators() ? alipay.api().resourceOf(link) : Optional.empty();
        if (ownResource.isPresent()) {
            return ownResource.map(alipay.api()::at);
        }
        try {
            URI url = URI.create(link.startsWith("http://") ? "https://" + link.substring(7) : link);
            boolean isTheirs =
                    "https".equals(url.getScheme()) && url.getHost() != null && HOSTS.contains(url.getHost());
            return isTheirs ? Optional.of(new Destination.Listed(url, HOSTS)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
