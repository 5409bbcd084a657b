package tallygate.gateway.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Services whose robots take a text at a URL with a token. Sources: Slack "Sending messages using incoming webhooks"; DingTalk
 * 自定义机器人接入; Feishu 自定义机器人使用指南; WeCom 群机器人配置说明.
 */
public enum ChatKind {
    SLACK {
        @Override
        ObjectNode body(String title, String text, String secret, Instant now) {
            return object().put("text", text);
        }

        @Override
        boolean isTaken(int status, byte[] answer) {
            return status == 200;
        }
    },
    DINGTALK {
        @Override
        ObjectNode body(String title, String text, String secret, Instant now) {
            ObjectNode body = object().put("msgtype", "markdown");
            body.putObject("markdown").put("title", title).put("text", text.replace("\n", "\n\n"));
            return body;
        }

        @Override
        URI url(URI robot, String secret, Instant now) {
            if (secret.isEmpty()) {
                return robot;
            }
            String time = Long.toString(now.toEpochMilli());
            String sign = base64(hmac(secret, time + "\n" + secret));
            String more = "timestamp=" + time + "&sign=" + URLEncoder.encode(sign, StandardCharsets.UTF_8);
            return URI.create(robot + (robot.getRawQuery() == null ? "?" : "&") + more);
        }

        @Override
        boolean isTaken(int status, byte[] answer) {
            return isZero(status, answer, "errcode");
        }
    },
    FEISHU {
        @Override
        ObjectNode body(String title, String text, String secret, Instant now) {
            ObjectNode body = object().put("msg_type", "text");
            body.putObject("content").put("text", text);
            if (!secret.isEmpty()) {
                String time = Long.toString(now.getEpochSecond());
                // The text to sign is the key here, and what is signed is empty.
                body.put("timestamp", time).put("sign", base64(hmac(time + "\n" + secret, "")));
            }
            return body;
        }

        @Override
        boolean isTaken(int status, byte[] answer) {
            return isZero(status, answer, "code") || isZero(status, answer, "StatusCode");
        }
    },
    WECOM {
        // A robot refuses longer texts.
        private static final int BYTES_MAX = 4096;

        @Override
        ObjectNode body(String title, String text, String secret, Instant now) {
            ObjectNode body = object().put("msgtype", "markdown");
            String cut = text;
            while (cut.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
                cut = cut.substring(0, cut.length() * 9 / 10);
            }
            body.putObject("markdown").put("content", cut);
            return body;
        }

        @Override
        boolean isTaken(int status, byte[] answer) {
            return isZero(status, answer, "errcode");
        }
    };

    private static final ObjectMapper JSON = new ObjectMapper();

    abstract ObjectNode body(String title, String text, String secret, Instant now);

    abstract boolean isTaken(int status, byte[] answer);

    URI url(URI robot, String secret, Instant now) {
        return robot;
    }

    private static ObjectNode object() {
        return JSON.createObjectNode();
    }

    private static boolean isZero(int status, byte[] answer, String field) {
        try {
            JsonNode code = JSON.readTree(answer).path(field);
            return status == 200 && code.isIntegralNumber() && code.longValue() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    private static byte[] hmac(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
