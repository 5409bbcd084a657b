package tallygate.gateway.admin.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.api.StatementsApi;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.BillDesk;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.reconcile.statement.BadStatementException;
import tallygate.signature.Header;

/** Finance brings a statement, has its day compared, and takes the certificate home. */
public final class UploadPages {
    private static final int PIECE = 8_192;

    private final Views views;
    private final BillDesk bills;
    private final StatementStore statements;

    public UploadPages(Views views, BillDesk bills, StatementStore statements) {
        this.views = views;
        this.bills = bills;
        this.statements = statements;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/statements/upload", Permission.RECONCILE, "", this::form),
                Route.post("/statements/upload", Permission.RECONCILE, "", this::take)
                        .uploads(),
                Route.get("/statements/certificates/{day}/{endpoint}", Permission.READ, "", this::certificate));
    }

    private Reply form(Call call) {
        return views.page(call, "upload", Map.of("accounts", List.copyOf(bills.accounts())));
    }

    private Reply take(Call call) {
        Map<String, String> fields = call.upload().fields();
        String account = fields.getOrDefault("account", "");
        LocalDate day = StatementsApi.day(fields.getOrDefault("day", ""));
        BillDesk.Brought brought = new BillDesk.Brought(
                day,
                call.upload().fileName(),
                fields.getOrDefault("sha1", "").strip(),
                call.actor().name(),
                false);
        try {
            Optional<StatementImport.Imported> imported =
                    bills.take(account, brought, call.upload().content());
            if (imported.isEmpty() || bills.run(account, day, false).isEmpty()) {
                throw ProblemException.bad("account", "has no statements here");
            }
        } catch (BadStatementException e) {
            throw StatementsApi.refused(e);
        } catch (IOException e) {
            throw ProblemException.bad("file", "could not be read to its end: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Reply.seeOther("/statements?day=" + Local.encode(day.toString()));
    }

    private Reply certificate(Call call) {
        LocalDate day = StatementsApi.day(call.path("day"));
        StoredCertificate found = statements.certificates(day).stream()
                .filter(one -> one.endpoint().equals(call.path("endpoint")))
                .findFirst()
                .orElseThrow(() -> ProblemException.missing("There is no certificate of " + call.path("endpoint")
                        + " for " + day + "; run the day first."));
        String name = "certificate-" + found.endpoint().replaceAll("[^A-Za-z0-9._-]", "_") + "-" + day + ".json";
        return new Reply.Pieces(
                "application/json",
                List.of(
                        new Header("Content-Disposition", "attachment; filename=\"" + name + "\""),
                        new Header("Tallygate-Digest", found.digest())),
                pieces(found.body().getBytes(StandardCharsets.UTF_8)));
    }

    /** The bytes whose SHA-256 the certificate's digest is, exactly. */
    private static Iterator<byte[]> pieces(byte[] whole) {
        return java.util.stream.IntStream.iterate(0, at -> at < whole.length, at -> at + PIECE)
                .mapToObj(at -> java.util.Arrays.copyOfRange(whole, at, Math.min(whole.length, at + PIECE)))
                .iterator();
    }
}
