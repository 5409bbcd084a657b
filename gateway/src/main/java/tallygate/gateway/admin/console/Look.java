package tallygate.gateway.admin.console;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import java.util.OptionalLong;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.Legible;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.User;

/**
 * How one page looks to one reader: language, zone, theme, what they may, and the words for values.
 *
 * @param isChinese Simplified Chinese instead of English
 * @param formToken what the page's forms must carry; empty when nobody is signed in
 * @param path of this page, for the menu
 */
public record Look(
        boolean isChinese, Reader reader, DeskStore.Waiting waiting, String formToken, String path, Instant now) {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    /**
     * Who reads.
     *
     * @param name empty for nobody
     */
    public record Reader(String name, Role role, User.Preferences preferences) {
        static final Reader NOBODY = new Reader("", Role.VIEWER, User.Preferences.STANDARD);
    }

    /** One text in both languages, side by side, so that neither is forgotten. */
    public String say(String english, String chinese) {
        return isChinese ? chinese : english;
    }

    public String language() {
        return isChinese ? "zh-Hans" : "en";
    }

    public boolean may(String permission) {
        return reader.role().may(Permission.of(permission));
    }

    public ZoneId zone() {
        try {
            return ZoneId.of(reader.preferences().zone());
        } catch (DateTimeException e) {
            return ZoneId.of("UTC");
        }
    }

    /** Always with its zone. */
    public String time(Instant at) {
        return SECONDS.format(at.atZone(zone())) + " " + reader.preferences().zone();
    }

    public String clock(Instant at) {
        return MILLIS.format(at.atZone(zone()));
    }

    /** The day as people say it, with its weekday. */
    public String weekday(Instant at) {
        Locale locale = isChinese ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
        return DateTimeFormatter.ofPattern(say("EEEE d MMMM uuuu", "uuuu 年 M 月 d 日 EEEE"), locale)
                .format(at.atZone(zone()));
    }

    /** What becomes of a task next, and when. */
    public String next(TaskView task) {
        return switch (task.status()) {
            case "pending" -> task.nextAt().isAfter(now) ? ago(task.nextAt()) : say("due now", "已到期");
            case "processing" -> say("lease ends ", "租约 ") + ago(task.nextAt());
            case "failed" -> say("needs a person", "待人工处理");
            default -> ago(task.nextAt());
        };
    }

    /** A span of arrival, as its code in addresses says it. */
    public String range(String code) {
        return switch (code) {
            case "15m" -> say("Last 15 min", "近 15 分钟");
            case "1h" -> say("Last hour", "近 1 小时");
            case "24h" -> say("Last 24 h", "近 24 小时");
            case "7d" -> say("Last 7 d", "近 7 天");
            case "30d" -> say("Last 30 d", "近 30 天");
            default -> code;
        };
    }

    /** How long ago or ahead. */
    public String ago(Instant at) {
        Duration gone = Duration.between(at, now);
        return gone.isNegative()
                ? say("in " + span(gone.negated()), span(gone.negated()) + "后")
                : say(span(gone) + " ago", span(gone) + "前");
    }

    /** A duration in its two largest units. */
    public String span(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return seconds + say(" s", " 秒");
        }
        if (seconds < 3_600) {
            return seconds / 60 + say(" min", " 分") + (seconds < 600 ? " " + seconds % 60 + say(" s", " 秒") : "");
        }
        if (seconds < 172_800) {
            return seconds / 3_600 + say(" h ", " 小时 ") + seconds / 60 % 60 + say(" min", " 分");
        }
        return seconds / 86_400 + say(" d", " 天");
    }

    /** A short duration, in milliseconds below a second. */
    public String fine(Duration time) {
        return time.toMillis() < 1_000 ? time.toMillis() + " ms" : span(time);
    }

    public String minute(Instant at) {
        return MINUTES.format(at.atZone(zone()));
    }

    /** A number with one decimal. */
    public String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** A number with its sign. */
    public String signed(long number) {
        return (number < 0 ? "\u2212" : "+") + number(Math.abs(number));
    }

    public String number(long number) {
        return new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
    }

    /** The code, then the amount with that currency's digits; unknown currencies stay in minor units and say so. */
    public String money(OptionalLong minor, String currency) {
        return minor.isEmpty() ? "–" : money(minor.getAsLong(), currency);
    }

    public String money(long minor, String currency) {
        int digits;
        try {
            digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException e) {
            return currency + " " + number(minor) + say(" minor units", " 最小单位");
        }
        String pattern = digits == 0 ? "#,##0" : "#,##0." + "0".repeat(digits);
        DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
        String amount = format.format(BigDecimal.valueOf(Math.abs(minor), digits));
        return currency + " " + (minor < 0 ? "\u2212" : "") + amount;
    }

    /** Head and tail of a long id from outside. */
    public String shortened(String id) {
        int length = id.codePointCount(0, id.length());
        return length <= 28
                ? Legible.text(id)
                : Legible.text(id.substring(0, id.offsetByCodePoints(0, 16))) + "…"
                        + Legible.text(id.substring(id.offsetByCodePoints(0, length - 8)));
    }

    /** A text from outside, of at most so many characters, with nothing in it that deceives the eye. */
    public String cut(String text, int max) {
        return text.length() <= max || text.codePointCount(0, text.length()) <= max
                ? Legible.text(text)
                : Legible.text(text.substring(0, text.offsetByCodePoints(0, max))) + "…";
    }

    public String status(String word) {
        return switch (word) {
            case "pending" -> say("Pending", "待处理");
            case "processing" -> say("Processing", "处理中");
            case "success" -> say("Done", "成功");
            case "failed" -> say("Failed", "失败");
            case "compensated" -> say("Compensated", "已补偿");
            default -> word;
        };
    }

    public String waits(String word) {
        return switch (word) {
            case "early" -> say("order not there yet", "订单尚未就绪");
            case "order" -> say("an earlier task of the order", "同订单的前序任务");
            case "lane" -> say("the lane is paused", "通道已暂停");
            case "breaker" -> say("the breaker is open", "熔断开启");
            case "held" -> say("held for a person", "待人工处理");
            default -> word;
        };
    }

    public String roleName(String word) {
        return switch (word) {
            case "viewer" -> say("viewer", "只读");
            case "operator" -> say("operator", "运维");
            case "finance" -> say("finance", "财务");
            case "admin" -> say("admin", "管理员");
            default -> word;
        };
    }

    /** For the menu: this page or one below it. */
    public boolean isAt(String place) {
        return place.equals("/") ? path.equals("/") : path.equals(place) || path.startsWith(place + "/");
    }
}
