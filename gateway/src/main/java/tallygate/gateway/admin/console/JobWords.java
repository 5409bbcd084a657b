package tallygate.gateway.admin.console;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a job is about, for readers of Chinese; its row keeps the English words. */
public final class JobWords {
    private static final String FITTING = "failed tasks: ";

    private JobWords() {}

    /** As it stands for readers of English, and for the cause of one group: that is the receiver's message. */
    public static String cause(Look look, String cause) {
        return look.isChinese() ? chinese(cause) : cause;
    }

    private static String chinese(String cause) {
        if (cause.equals("all failed tasks")) {
            return "全部失败任务";
        }
        if (cause.equals("picked by hand")) {
            return "手工选中的任务";
        }
        return cause.startsWith(FITTING)
                ? "失败任务："
                        + Arrays.stream(cause.substring(FITTING.length()).split(", ", 4))
                                .map(JobWords::condition)
                                .collect(Collectors.joining("，"))
                : cause;
    }

    private static String condition(String words) {
        return words.replaceFirst("^route ", "路由 ")
                .replaceFirst("^endpoint ", "接入点 ")
                .replaceFirst("^provider ", "支付方 ")
                .replaceFirst("^error contains ", "错误包含 ");
    }
}
