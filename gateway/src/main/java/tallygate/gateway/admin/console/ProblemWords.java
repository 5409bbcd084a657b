package tallygate.gateway.admin.console;

import tallygate.gateway.admin.web.Problem;

/** What a refusal means, for readers of Chinese; its exact words, which programs get too, stand below. */
public final class ProblemWords {
    private ProblemWords() {}

    /** Empty for readers of English, and where only the exact words say anything. */
    public static String chinese(Look look, Problem problem) {
        if (!look.isChinese()) {
            return "";
        }
        return switch (problem.code()) {
            case "not-found" -> "该地址或对象不存在，可能已被删除，或编号有误。";
            case "forbidden" -> "当前角色不允许此操作，或页面已过期：请返回后重试。";
            case "bad-request" -> "填写的内容不符合要求，未做任何更改。";
            case "changed-meanwhile" -> "对象已被更改，未做任何更改。请返回查看最新状态。";
            case "outcome-asked" -> "正在向业务系统查询结果，有答案后方可处理。";
            case "refused" -> "操作未执行。";
            case "again-later", "not-stored", "stopping" -> "暂时无法完成，请稍后重试。";
            case "statement-refused" -> "账单未被采用，其内容一概不计。";
            default -> problem.status() >= 500 ? "网关暂时无法完成，请稍后重试。" : "";
        };
    }
}
