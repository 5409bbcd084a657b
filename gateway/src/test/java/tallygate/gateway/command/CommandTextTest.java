package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** What commands make of the API's answers, for people. */
class CommandTextTest {
    private static final String WHY = "no key signed these bytes";
    private static final String FINDING = "none of 2 keys fits any form of it";

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private static JsonNode refused(String detailThen) throws JsonProcessingException {
        return json("""
            {'request': {'id': 1, 'arrivedAt': '2026-11-30T08:00:00Z', 'endpoint': 'shop', 'remoteAddress': '10.0.0.9',
                         'reason': 'signature-mismatch', 'detail': '%s', 'result': ''},
             'verdict': {'endpoint': 'shop', 'valid': false, 'reason': 'signature-mismatch',
                         'detail': '%s; no-key-fits: %s',
                         'findings': [{'cause': 'no-key-fits', 'detail': '%s'}], 'ack': {'status': 401, 'body': ''}}}
            """.formatted(detailThen, WHY, FINDING, FINDING));
    }

    @Test
    void aRefusalIsExplainedOnce() throws JsonProcessingException {
        assertThat(RejectedCommand.explained(refused(WHY)))
                .containsOnlyOnce(WHY)
                .containsOnlyOnce(FINDING)
                .contains("signature-mismatch\nwith the keys of now: REFUSED signature-mismatch")
                .endsWith("\n  answer 401");
    }

    @Test
    void whatWasSaidAtItsArrivalIsShownWhenTheKeysOfNowSayAnotherThing() throws JsonProcessingException {
        assertThat(RejectedCommand.explained(refused("the endpoint had one key")))
                .contains("signature-mismatch: the endpoint had one key")
                .containsOnlyOnce(WHY);
    }

    @Test
    void aGenuineRequestHasNoEmptyLine() throws JsonProcessingException {
        assertThat(VerdictText.of("r.json", json("{'valid': true, 'reason': '', 'detail': '', 'events': []}")))
                .isEqualTo("r.json: GENUINE");
    }

    @Test
    void aLaneNamesItsPausedVersions() throws JsonProcessingException {
        JsonNode lane = json("""
            {'route': 'orders', 'isPaused': false, 'pausedVersions':
              [{'version': '3f9c', 'since': '2026-11-30T08:00:00Z', 'by': 'tallygate', 'why': 'refused 100 in a row'}],
             'nodes': [{'node': 'a', 'running': 1, 'limit': 8, 'waiting': 0, 'breaker': 'closed'}]}
            """);
        assertThat(LanesCommand.line(lane)).isEqualTo("""
            orders  takes tasks, not with every version of its handler
              version 3f9c  paused by tallygate since 2026-11-30T08:00:00Z: refused 100 in a row
              a  under way 1 of 8, waiting 0, breaker closed\
            """);
    }
}
