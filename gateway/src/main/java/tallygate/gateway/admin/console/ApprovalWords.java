package tallygate.gateway.admin.console;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tallygate.gateway.desk.Approval;

/**
 * What a request would do, for readers of Chinese. The sentence that was frozen when it was asked for, and that agreeing is bound
 * to, is English; it stands below and is what counts.
 */
public final class ApprovalWords {
    private record Shape(Pattern english, String chinese) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape(
                    Pattern.compile("Task (\\d+) is run again: success to pending, with the same idempotency key\\."),
                    "重新执行任务 $1：成功改为待处理，幂等键不变。"),
            new Shape(
                    Pattern.compile("The content of task (\\d+) is replaced: (\\d+) bytes by (\\d+) bytes with SHA-256"
                            + " ([0-9a-f]+)\\. .*"),
                    "替换任务 $1 的内容：$2 字节改为 $3 字节，SHA-256 为 $4。原始请求与先前内容保留，金额与编号不变。"),
            new Shape(
                    Pattern.compile("Request, content and sender's address of task (\\d+) are erased for good, .*"),
                    "永久擦除任务 $1 的请求、内容与来源地址，包括其冲突副本与先前内容。编号与金额保留。"),
            new Shape(
                    Pattern.compile("All tasks of endpoint (\\S+) that came since (\\S+) and have not ended are put on"
                            + " hold, because key (.+) is not trusted any more\\."),
                    "接入点 $1 自 $2 起到达且未结束的任务全部暂缓，因为密钥 $3 不再可信。"),
            new Shape(
                    Pattern.compile("Task (\\d+) is released: it is due at once, although it came over endpoint (\\S+)"
                            + " while a key was used that is revoked since\\."),
                    "放行任务 $1：立即到期，尽管它经接入点 $2 到达时所用密钥其后已被吊销。"),
            new Shape(
                    Pattern.compile("(\\d+) tasks are released: they are due at once, although they came over endpoint"
                            + " (.+) while a key was used that is revoked since: ([0-9, ]+)( and so on)?\\."),
                    "放行 $1 个任务：立即到期，尽管它们经接入点 $2 到达时所用密钥其后已被吊销：$3 等。"),
            new Shape(
                    Pattern.compile("All payload keys are wrapped with key (.+) of privacy\\.keys\\."),
                    "以 privacy.keys 的密钥 $1 重新包裹全部内容密钥。"),
            new Shape(
                    Pattern.compile("All tasks, those in clear too, are sealed anew with keys that key (.+) of"
                            + " privacy\\.keys wraps, chunk by chunk\\."),
                    "分批重新封存全部任务（含明文任务），所用内容密钥由 privacy.keys 的密钥 $1 包裹。"),
            new Shape(
                    Pattern.compile("Retry (\\d+) tasks, (\\d+) a second, 1, then 10, then all\\. (.*)"),
                    "重试 $1 个任务，每秒 $2 个，先 1 个，再 10 个，再全部。原因：$3"),
            new Shape(Pattern.compile("Retry (\\d+) tasks, (\\d+) a second\\. (.*)"), "重试 $1 个任务，每秒 $2 个。原因：$3"));

    private ApprovalWords() {}

    /** Empty for readers of English, and for a sentence of another release. */
    public static Optional<String> chinese(Look look, Approval approval) {
        if (!look.isChinese()) {
            return Optional.empty();
        }
        String effect = approval.effect().replaceAll("\\s+", " ");
        return SHAPES.stream()
                .map(shape -> shape.english().matcher(effect).matches()
                        ? shape.english().matcher(effect).replaceFirst(shape.chinese())
                        : "")
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    /** In the reader's language, as good as it is known. */
    static String of(Look look, Approval approval) {
        return chinese(look, approval).orElse(approval.effect());
    }

    /** The deed and its object. */
    public static String title(Look look, Approval approval) {
        Approval.What what = approval.what();
        return DeedWords.of(look, what.action()) + look.say(": ", "：") + DeedWords.object(look, what.objectType()) + " "
                + what.objectId();
    }
}
