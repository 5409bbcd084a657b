package tallygate.defences;

/** What stands between an attacker of {@code threats.txt} and what they want. */
enum Shield implements Removable {
    A_SIGNED_TIME_IS_JUDGED(
            "callback-handlers:callback/provider/recipe/TimeRule",
            "if (age.compareTo(past) > 0) {",
            "if (age.isNegative() && age.isZero()) {",
            "callback.provider.catalog.ReplayWindowTest#aWiderToleranceIsTaken"),
    A_REVOKED_KEY_COUNTS_NO_MORE(
            "callback-handlers:callback/provider/catalog/KeyTerms",
            "return !isEarly && !isOver(until, at) && !isOver(revoked, at);",
            "return !isEarly && !isOver(until, at);",
            "callback.provider.catalog.KeysTest#aRevokedKeyIsRefusedFromThatInstantAndCountsForWhatCameBefore"),
    A_CERTIFICATE_COMES_FROM_ITS_PROVIDER(
            "callback-handlers:callback/provider/query/PayPalCertificates",
            "                    && hosts.contains(url.getHost().toLowerCase(Locale.ROOT))\n",
            "",
            "callback.provider.query.CertificatesTest#aCertificateUrlThatIsNotPayPalsIsNeitherNamedNorFetched"),
    ONLY_LISTED_ADDRESSES_ARE_JUDGED(
            "gateway:gateway/ingest/CallbackIntake",
            "if (!endpoint.allowed().admits(request.remoteAddress())) {",
            "if (request.remoteAddress().isBlank()) {",
            "gateway.ingest.RefusalTest#anAddressThatIsNotListedIsRefusedBeforeAnythingIsJudged"),
    ONLY_NAMED_CLIENTS_ARE_JUDGED(
            "gateway:gateway/ingest/Endpoint",
            "return clientNames.isEmpty() || names.stream().anyMatch(clientNames::contains);",
            "return clientNames.isEmpty() || names != null;",
            "gateway.ingest.RefusalTest#anEndpointMayAskForACertificateByName"),
    A_LENGTH_AND_A_CODING_EXCLUDE_EACH_OTHER(
            "gateway:gateway/http/HeadFields",
            "(lengths == 1 && (transferCodings > 0 || !lengthIsNumber))",
            "(lengths == 1 && !lengthIsNumber)",
            "gateway.http.RefusedRequestsTest#aRequestWithTwoReadingsIsRefusedAndEndsItsConnection"),
    NO_NAME_PASSES_FOR_ANOTHER(
            "gateway:gateway/http/HeadParser",
            "if (indexOf((byte) '_', at, nameEnd) >= 0) {",
            "if (indexOf((byte) ':', at, nameEnd) >= 0) {",
            "gateway.http.RefusedRequestsTest#aRequestWithTwoReadingsIsRefusedAndEndsItsConnection"),
    WHO_OWES_A_HEAD_MAKES_PLACE(
            "gateway:gateway/http/Connection",
            "(phase == Phase.IDLE || phase == Phase.HEAD)",
            "phase == Phase.IDLE",
            "gateway.http.PlacesTest#whoHoldsHalfAHeadForLongestMakesPlaceAndKeptConnectionsStay"),
    A_HEAD_HAS_ITS_TIME(
            "gateway:gateway/http/Connection",
            "case HEAD -> deadlines.head();",
            "case HEAD -> Duration.ofDays(1);",
            "gateway.http.DeadlinesTest#aByteNowAndThenDoesNotExtendTheTimeForAHead"),
    HEADERS_ARE_COUNTED(
            "gateway:gateway/http/HeadParser",
            "if (headers.size() == headersMax) {",
            "if (headers.size() > headersMax + 10_000) {",
            "gateway.http.RefusedRequestsTest#aRequestWithTwoReadingsIsRefusedAndEndsItsConnection"),
    NOTHING_IS_UNPACKED(
            "gateway:gateway/http/HeadFields",
            "            coding = Coding.CODED;",
            "            coding = Coding.PLAIN;",
            "gateway.http.RefusalAnswersTest#aCompressedBodyIsNeverUnpacked"),
    NO_OTHER_PROTOCOL_IS_OFFERED(
            "gateway:gateway/http/TlsContexts",
            "ApplicationProtocolNames.HTTP_1_1));",
            "ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1));",
            "gateway.http.TlsTest#onlyHttp11IsOfferedToASenderThatKnowsHttp2"),
    HANDSHAKES_ARE_BOUNDED(
            "gateway:gateway/http/HandshakeWatch",
            ".take(1, connection.config().connections().handshakes());",
            ".take(1, Integer.MAX_VALUE);",
            "gateway.http.TlsTest#aHandshakeThatStopsIsGivenUpAndHandshakesAreBounded"),
    XML_FETCHES_NOTHING(
            Cut.of(
                            "callback-handlers:callback/provider/read/XmlReader",
                            "        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);\n"
                                    + "        factory.setFeature(NO_DOCTYPE, true);\n"
                                    + "       "
                                    + " factory.setFeature(\"http://xml.org/sax/features/external-general-entities\","
                                    + " false);\n"
                                    + "       "
                                    + " factory.setFeature(\"http://xml.org/sax/features/external-parameter-entities\","
                                    + " false);\n",
                            "")
                    .and("return new InputSource(new ByteArrayInputStream(new byte[0]));", "return null;"),
            "callback.provider.read.XmlAttacksTest#nothingIsReadAndNobodyIsCalled"),
    XML_HAS_NO_DOCTYPE(
            "callback-handlers:callback/provider/read/XmlReader",
            "        factory.setFeature(NO_DOCTYPE, true);\n",
            "",
            "callback.provider.read.XmlAttacksTest#whatExpandsOrNestsEndsAtABoundBeforeItCostsMemory"),
    A_KEY_OF_JSON_STANDS_ONCE(
            "callback-handlers:callback/provider/read/JsonReader",
            "if (fields.put(name, value(parser)) != null) {",
            "if (fields.put(name, value(parser)) != null && fields.isEmpty()) {",
            "callback.provider.catalog.BodyBytesTest#aKeyThatStandsTwiceIsRefusedThoughTheSignatureFits"),
    JSON_HAS_A_DEPTH(
            "callback-handlers:callback/provider/read/JsonReader",
            ".maxNestingDepth(DEPTH_MAX)",
            ".maxNestingDepth(1_000_000)",
            "callback.provider.catalog.BodyBytesTest#thousandsOfLevelsAreRefusedAndNotFollowed"),
    FIELDS_OF_A_FORM_ARE_COUNTED(
            "callback-handlers:callback/provider/read/FormFields",
            "if (fields.size() == FIELDS_MAX) {",
            "if (fields.size() == Integer.MAX_VALUE) {",
            "callback.provider.read.CollidingNamesTest#aFormOfTenThousandIsRefusedByItsNumberAndOneAtTheBoundIsCheap"),
    A_FIELD_THAT_STANDS_TWICE_IS_NONE(
            "callback-handlers:callback/provider/read/FormFields",
            "                if (found.isPresent()) {\n"
                    + "                    return Optional.empty();\n"
                    + "                }\n",
            "",
            "callback.provider.read.ParsersTest#aFieldThatStandsTwiceHasNoValue"),
    A_SECRET_PRINTS_AS_STARS(
            "config:config/value/Secret",
            "return \"***\";",
            "return reveal;",
            "config.value.ValuesTest#aSecretNeverPrints"),
    A_FILTER_IS_BOUND(
            "gateway:gateway/mysql/TaskWalk",
            "filter.endpoint().ifPresent(endpoint -> add(\" AND t.endpoint = ?\", endpoint));",
            "filter.endpoint().ifPresent(endpoint -> conditions.add(\" AND t.endpoint = '\" + endpoint + \"'\"));",
            "gateway.mysql.SpanWalkTest#textOfAFilterIsComparedAndNeverRead"),
    NO_SCRIPT_OF_OTHERS_RUNS(
            "gateway:gateway/admin/web/AnswerHeads",
            "\"default-src 'none'; script-src 'self';",
            "\"script-src * 'unsafe-inline';",
            "gateway.admin.web.OwnFaultsTest#anAnswerOfTheServerItselfLooksLikeOurs"),
    NO_PAGE_STANDS_IN_A_FRAME(
            "gateway:gateway/admin/web/AnswerHeads",
            "                .add(\"x-frame-options\", \"DENY\")\n",
            "",
            "gateway.admin.web.OwnFaultsTest#anAnswerOfTheServerItselfLooksLikeOurs"),
    NOTHING_STAYS_IN_A_CACHE(
            "gateway:gateway/admin/web/AnswerHeads",
            "head.add(\"cache-control\", \"no-store\");",
            "head.add(\"cache-control\", \"public\");",
            "gateway.admin.web.OwnFaultsTest#anAnswerOfTheServerItselfLooksLikeOurs"),
    A_SESSION_STAYS_ENCRYPTED(
            "gateway:gateway/admin/account/Cookies",
            ".equals(\"https\") ? \"; Secure\" : \"\";",
            ".equals(\"https\") ? \"\" : \"\";",
            "gateway.admin.account.CookiesTest#anEncryptedSessionIsBoundToItsHostAndNeverLeavesEncryption"),
    THE_FIRST_PASSWORD_IS_NOBODYS_GUESS(
            "gateway:gateway/admin/account/SignIn",
            "        String password = passwords.oneTime();\n        IdentityStore.NewUser admin",
            "        String password = \"tallygate\";\n        IdentityStore.NewUser admin",
            "gateway.SessionAttacksTest#noUsualPasswordOpensAFreshGatewayAndTheFirstIsMadeOnce"),
    A_SIGN_IN_ENDS_IN_ITS_BROWSER(
            "gateway:gateway/identity/oidc/OidcSignIn",
            "if (!Secrets.same(secret.state(), answer.state())) {",
            "if (answer.state().isEmpty()) {",
            "gateway.OidcTest#anAnswerIsOfUseOnceInItsBrowserAndInItsTime"),
    A_TOKEN_ENDS(
            "gateway:gateway/identity/AccessToken",
            "return revokedAt.isEmpty() && expiresAt.map(now::isBefore).orElse(true);",
            "return revokedAt.isEmpty() && now != null;",
            "gateway.RoleMatrixTest#aTokenEndsWithItsDays"),
    PAYLOADS_ARE_SEALED(
            "gateway:gateway/mysql/PayloadSeal",
            "return new Sealed(key.id(), Gcm.seal(key.secret(), plain, bound));",
            "return new Sealed(0 * key.id(), plain);",
            "gateway.mysql.SealedPayloadTest#nothingOfAPaymentIsReadableInTheTablesAndAllOfItIsThroughUs"),
    A_SEAL_BELONGS_TO_ITS_ROW(
            "gateway:gateway/mysql/Gcm",
            "        cipher.updateAAD(bound);\n",
            "",
            "gateway.mysql.SealedPayloadTest#bytesOfAnotherRowOrChangedOnesDoNotOpenAndTheirTaskWaits"),
    A_PATH_HAS_ONE_SPELLING(
            "gateway:gateway/ingest/Routes",
            "return slash < 0 || CanonicalPath.is(path) ? desk : Optional.empty();",
            "return desk;",
            "gateway.ingest.RoutingTest#anyOtherSpellingIsNotThere"),
    A_CUT_ANSWER_IS_NONE(
            "callback-handlers:callback/outbound/HttpAnswerReader",
            "return new Called.Answered(status, headers, bytes, body.isOver());",
            "return new Called.Answered(status, headers, bytes, false);",
            "callback.outbound.GuardedOutboundTest#aBodyOverTheLimitIsNoAnswerAndIsNotReadToItsEnd"),
    A_NODE_WITH_A_WRONG_CLOCK_STANDS_ASIDE(
            "gateway:gateway/ClockGuard",
            "if (measured.abs().minus(uncertain).compareTo(skewMax) > 0) {",
            "if (skewMax.isNegative()) {",
            "gateway.ClockGuardTest#aClockBeyondTheLimitSetsTheNodeAsideUntilItIsRightAgain");

    @SuppressWarnings("ImmutableEnumChecker") // a cut does not change
    private final Cut cut;

    private final String witness;

    Shield(String where, String from, String to, String witness) {
        this(Cut.of(where, from, to), witness);
    }

    Shield(Cut cut, String witness) {
        this.cut = cut;
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
