package tallygate.defences;

/**
 * What makes the work right whatever fails, and what keeps harm within bounds. What stands between an attacker and one thing is in
 * {@link Shield}; what needs a running gateway in {@code tallygate.chaos.Defence}, what is of the state machines in the simulations:
 * {@code defences.txt} lists all of them.
 */
enum Removal implements Removable {
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

    @SuppressWarnings("ImmutableEnumChecker") // a cut does not change
    private final Cut cut;

    private final String witness;

    Removal(String where, String from, String to, String witness) {
        this.cut = Cut.of(where, from, to);
        this.witness = witness;
    }

    @Override
    public Cut cut() {
        return cut;
    }

    @Override
    public String witness() {
        return witness;
    }
}
