package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * A defence, how it is taken out of its source, and the test that must then fail. Those that need a running gateway are in {@code
 * tallygate.chaos.Defence}, those of the state machines in the simulations: {@code defences.txt} lists all of them.
 */
enum Removal {
    A_RESULT_PROVES_ITS_MESSAGE(
            "callback-handlers:callback/handler/ResultTokens",
            "return MessageDigest.isEqual(expected, token.getBytes(StandardCharsets.UTF_8))",
            "return expected.length > 0",
            "callback.handler.FakeResultsTest#whatDoesNotBringBackTheTokenOfItsTaskAndHandOutEndsNothing"),
    NO_FOREIGN_URL_LEADS_INSIDE(
            "callback-handlers:callback/outbound/AddressClass",
            "Range.of(\"127.0.0.0\", 8, INSIDE)",
            "Range.of(\"127.0.0.0\", 8, PUBLIC)",
            "callback.outbound.OutboundGuardTest#aForeignNameThatLeadsInsideIsForbiddenByItsAddressAlone"),
    A_NAME_IS_LOOKED_UP_ONCE(
            "callback-handlers:callback/outbound/GuardedOutbound",
            "new HttpCalls(bounds, tls, nanos, _ -> addresses)",
            "new HttpCalls(bounds, tls, nanos, names)",
            "callback.outbound.OutboundGuardTest"
                    + "#aNameThatChangesItsAddressBetweenTwoLooksIsLookedUpOnceAndConnectedToWhatWasChecked"),
    A_SIGNATURE_IS_COMPARED(
            "signature:signature/Hmac",
            "return MessageDigest.isEqual(of(parts), signature);",
            "return true;",
            "signature.HmacTest#aSignatureOfAnyLengthIsComparedWithoutAnError"),
    FORGERS_ARE_TURNED_AWAY(
            "gateway:gateway/ingest/RefusalRates",
            "return allFullAt.get() - now <= 0\n",
            "return now != Long.MIN_VALUE\n",
            "gateway.ingest.RefusalRatesTest#aForgerIsTurnedAwayUnjudgedAndEverybodyElseIsServed"),
    SIGN_INS_OF_AN_ADDRESS_ARE_PACED(
            "gateway:gateway/admin/account/AddressPace",
            "return free[0].isAfter(now) ? Optional.of(free[0]) : Optional.empty();",
            "return Optional.empty();",
            "gateway.admin.account.AddressPaceTest#thirtyWrongTriesAreFreeAndThenOneComesBackEveryThreeSeconds"),
    A_BREAKER_OPENS(
            "gateway:gateway/process/RouteGate",
            "        if (isShut() || running >= calls()) {\n            return false;\n        }\n"
                    + "        boolean isInPace = !isClosed() || ramp.take(nanos.getAsLong());\n"
                    + "        return isInPace && breaker.map(CircuitBreaker::tryAcquirePermission).orElse(true);",
            "        return running < 1_000;",
            "gateway.process.RouteGateTest#itOpensWhenTooManyOfTheLastCallsFailedAndThenLetsNothingThrough"),
    NO_CALL_BEGINS_AFTER_ITS_LEASE(
            "gateway:gateway/process/Holdings",
            "|| nanos.getAsLong() - holding.deadlineNanos >= 0;",
            ";",
            "gateway.process.HoldingsTest#noCallBeginsOnceTheLeaseMayHaveEnded"),
    WHAT_KILLS_NODES_ENDS(
            "gateway:gateway/process/Holding",
            "return task.crashes() >= Solo.CRASHES_BEFORE + crashesMax;",
            "return crashesMax < 0;",
            "gateway.process.HoldingsTest#aTaskThatRanAloneAndKilledThreeNodesIsNotRunAgain"),
    WHAT_MAY_KILL_NODES_RUNS_ALONE(
            "gateway:gateway/process/Holding",
            "return task.crashes() >= Solo.CRASHES_BEFORE;",
            "return false;",
            "gateway.process.HoldingsTest#aTaskWhoseNodesDiedTwiceRunsWithNothingBesideIt"),
    EACH_EVENT_HAS_A_RECEIPT(
            "gateway:gateway/ingest/Acknowledgement",
            "if (receipts.isEmpty() || receipts.size() != genuine.events().size())",
            "if (receipts.size() > 1_000)",
            "gateway.ingest.AcknowledgementTest#withoutAReceiptForEachEventThereIsNoAcknowledgement"),
    ANOTHER_DATABASE_IS_ASKED_ANEW(
            "gateway:gateway/ingest/DedupCache",
            "        era.incrementAndGet();\n        entries.invalidateAll();\n",
            "",
            "gateway.ingest.DedupCacheTest#whatAnEarlierDatabaseCommittedIsNotRemembered"),
    STRANGERS_NAME_NO_CLIENT(
            "gateway:gateway/http/Origin",
            "        if (!peer.isTrusted()) {\n            return direct;\n        }\n",
            "",
            "gateway.http.OriginTest#aStrangersHeadersAreIgnored"),
    BODIES_IN_MEMORY_ARE_BOUNDED(
            "gateway:gateway/http/Budget",
            "if (used.addAndGet(amount) > max)",
            "if (used.addAndGet(amount) > max + Integer.MAX_VALUE)",
            "gateway.http.LimitsTest#bodiesOverTheTotalAreRefusedAndTheirMemoryIsGivenBack"),
    THE_QUEUE_IS_BOUNDED(
            "gateway:gateway/ingest/IntakeQueue",
            "if (rowsNow > rowsMax || bytesNow > bytesMax)",
            "if (rowsNow > 1_000_000)",
            "gateway.ingest.BoundsTest#aFullQueueSendsAwayAtOnceAndKeepsWhatItHas"),
    NO_VERIFICATION_VALUE_IS_KEPT(
            "gateway:gateway/ingest/Reception",
            "RawRequest kept = VerificationValues.dropped(request);",
            "RawRequest kept = request;",
            "gateway.ingest.CardValuesTest#neitherTheRowNorTheHandlerGetsIt"),
    A_LOOP_OUTLIVES_ITS_ROUND(
            "gateway:gateway/process/Loop",
            "} catch (Throwable e) {",
            "} catch (IllegalMonitorStateException e) {",
            "gateway.process.LoopTest#anErrorEndsItsRoundOnlyAndAThreadThatDiedIsReplaced"),
    A_LOOP_THAT_STANDS_STILL_SHOWS(
            "gateway:gateway/LoopHealth",
            "age.sinceRound().compareTo(STALLED) > 0;",
            "false;",
            "gateway.LoopHealthTest#oneLoopThatStandsStillMakesTheNodeNoLongerAlive"),
    A_FORM_OF_ANOTHER_SITE_CHANGES_NOTHING(
            "gateway:gateway/admin/web/Desk",
            "        return offered.isPresent() && Secrets.same(offered.get(), Secrets.formToken(call.cookie()));",
            "        return call.cookie() != null;",
            "gateway.ConsoleTest#aFormOfAnotherSiteChangesNothing"),
    WRONG_PASSWORDS_LOCK_A_NAME(
            "gateway:gateway/admin/account/SignIn",
            "if (user.lockedUntil().map(now::isBefore).orElse(false))",
            "if (user.lockedUntil().map(now::equals).orElse(false))",
            "gateway.ConsoleTest#wrongPasswordsLockTheNameForLongerAndLonger"),
    A_SECOND_PERSON_AGREES(
            "gateway:gateway/mysql/MySqlApprovalStore",
            "if (isAgreed && Askers.isBehind(session, open.askedBy(), actor.name()))",
            "if (isAgreed && open.askedBy().isEmpty())",
            "gateway.ConsoleTest#aFinishedTaskIsRunAgainOnlyWhenAnotherPersonAgrees"),
    AN_AUDIT_ROW_SEALS_ITS_CONTENT(
            "gateway:gateway/mysql/MySqlChainStore",
            "boolean isIntact = Arrays.equals(link.own(), link.digest(last, wanted));",
            "boolean isIntact = link.own().length > 0;",
            "gateway.ChainTest#eachKindOfTamperingBreaksTheChainAtItsPlace");

    private final String module;
    private final String type;
    private final String from;
    private final String to;
    private final String witness;

    /** @param where module, colon, source file below {@code tallygate} */
    Removal(String where, String from, String to, String witness) {
        String[] parts = where.split(":", 2);
        this.module = parts[0];
        this.type = parts[1];
        this.from = from;
        this.to = to;
        this.witness = witness;
    }

    String witness() {
        return witness;
    }

    /** @param exchanged folder of classes that stand in for the product's */
    Witness witness(Path exchanged) {
        String[] parts = witness.split("#", 2);
        return new Witness(new PatchedClasses(exchanged).named(parts[0]), parts[1]);
    }

    /** The folder of the classes without this defence. */
    Path without(Path folder) throws IOException {
        Path own = Path.of("..", module, "src", "main", "java", "tallygate", type + ".java");
        String source = Files.readString(own);
        assertThat(source.split(Pattern.quote(from), -1))
                .as("%s stands once in %s: the source has moved on, move this with it", name(), type)
                .hasSize(2);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path changed = folder.resolve(type.substring(type.lastIndexOf('/') + 1) + ".java");
        Files.writeString(changed, source.replace(from, to));
        List<String> options = List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                changed.toString());
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        assertThat(exit).as("%s compiles", changed).isZero();
        return classes;
    }
}
