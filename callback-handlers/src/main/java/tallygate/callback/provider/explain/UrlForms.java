package tallygate.callback.provider.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.signature.RawRequest;

/** What the URL may have been before a proxy rewrote it. */
public final class UrlForms {
    /** Where proxies note the path and query they were called with. */
    private static final List<String> ORIGINAL_TARGETS =
            List.of("X-Original-URI", "X-Original-URL", "X-Forwarded-Uri", "X-Rewrite-URL", "X-Envoy-Original-Path");

    private UrlForms() {}

    /** Every URL that differs from the one that was tried. */
    public static Set<String> of(RawRequest request, Optional<String> publicUrl) {
        Set<String> urls = new LinkedHashSet<>();
        for (String authority : authorities(request)) {
            for (String scheme : List.of("https", "http")) {
                for (String target : targets(request)) {
                    urls.add(scheme + "://" + authority + target);
                }
            }
        }
        publicUrl.ifPresent(url -> {
            urls.add(url.endsWith("/") ? url.substring(0, url.length() - 1) : url + "/");
            urls.add(url.startsWith("https:") ? "http:" + url.substring(6) : "https:" + url.substring(5));
        });
        urls.remove(publicUrl.orElse(request.url()));
        return urls;
    }

    private static Set<String> authorities(RawRequest request) {
        Set<String> found = new LinkedHashSet<>();
        found.addAll(request.headerValues("X-Forwarded-Host"));
        found.addAll(request.headerValues("X-Original-Host"));
        found.addAll(request.headerValues("Host"));
        found.add(request.authority());
        Set<String> all = new LinkedHashSet<>();
        for (String authority : found) {
            all.add(authority);
            all.add(withoutPort(authority));
            all.add(withoutPort(authority) + ":443");
        }
        all.remove("");
        all.remove(":443");
        return all;
    }

    private static String withoutPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }

    private static Set<String> targets(RawRequest request) {
        List<String> prefixes = new ArrayList<>(request.headerValues("X-Forwarded-Prefix"));
        prefixes.add("");
        Set<String> all = new LinkedHashSet<>();
        ORIGINAL_TARGETS.forEach(name -> all.addAll(request.headerValues(name)));
        for (String prefix : prefixes) {
            String path = prefix + request.path();
            String bare = path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
            String query = request.query().isEmpty() ? "" : "?" + request.query();
            all.add(bare + query);
            all.add(bare + "/" + query);
            all.add(bare);
            all.add(bare + "/");
        }
        return all;
    }
}
