package tallygate.gateway.admin.console;

/** What the audit log's codes mean, in the reader's language. The codes themselves never change: filters and scripts know them. */
public final class DeedWords {
    private DeedWords() {}

    /** The code itself where it has no words: a newer node's, for example. */
    public static String of(Look look, String action) {
        return switch (action.substring(0, Math.max(0, action.indexOf('-')))) {
            case "task", "tasks", "payload", "rejected", "conflict" -> ofTasks(look, action);
            case "job", "bulk", "approval" -> ofJobs(look, action);
            case "saga", "discrepancy", "lane", "endpoint", "key", "import" -> ofFlow(look, action);
            case "user", "session", "sign", "password", "provider", "token" -> ofPeople(look, action);
            default -> action;
        };
    }

    /** An object of the log. */
    public static String object(Look look, String type) {
        return switch (type) {
            case "task", "tasks" -> look.say("task", "任务");
            case "job" -> look.say("job", "作业");
            case "saga" -> look.say("saga", "事务");
            case "lane" -> look.say("lane", "通道");
            case "endpoint" -> look.say("endpoint", "接入点");
            case "conflict" -> look.say("conflict", "内容冲突");
            case "rejected_callback" -> look.say("refused callback", "拒收回调");
            case "discrepancy" -> look.say("discrepancy", "差异");
            case "approval" -> look.say("approval", "审批");
            case "user" -> look.say("user", "用户");
            case "session" -> look.say("session", "会话");
            case "token" -> look.say("token", "令牌");
            case "payload-key" -> look.say("payload key", "内容密钥");
            default -> type;
        };
    }

    private static String ofTasks(Look look, String action) {
        return switch (action) {
            case "task-reopen" -> look.say("Set back to pending", "改回待处理");
            case "task-settle" -> look.say("Settled as compensated", "了结为已补偿");
            case "task-cancel" -> look.say("Cancelled", "取消");
            case "task-release", "tasks-release" -> look.say("Released", "放行");
            case "task-force" -> look.say("Run again", "重新执行");
            case "task-export" -> look.say("Exported tasks", "导出任务");
            case "tasks-hold" -> look.say("Put tasks on hold", "任务转为暂缓");
            case "payload-read" -> look.say("Looked at the content", "查看了内容");
            case "payload-edit" -> look.say("Replaced the content", "替换内容");
            case "payload-erase" -> look.say("Erased the content", "擦除内容");
            case "payload-reencrypt" -> look.say("Sealed contents anew", "重新加密内容");
            case "payload-key-rewrap" -> look.say("Wrapped content keys anew", "重新包裹内容密钥");
            case "rejected-verify" -> look.say("Verified a refused callback again", "重新验证拒收回调");
            case "conflict-resolve" -> look.say("Resolved a conflict", "处理内容冲突");
            default -> action;
        };
    }

    private static String ofJobs(Look look, String action) {
        return switch (action) {
            case "job-plan" -> look.say("Planned a retry", "计划重试");
            case "job-start" -> look.say("Started a job", "启动作业");
            case "job-paused" -> look.say("Paused a job", "暂停作业");
            case "job-runs" -> look.say("Resumed a job", "恢复作业");
            case "job-stopped" -> look.say("Stopped a job", "停止作业");
            case "job-done" -> look.say("A job ended", "作业结束");
            case "bulk-retry" -> look.say("Retry of many", "批量重试");
            case "approval-ask" -> look.say("Asked for approval", "发起审批");
            case "approval-refuse" -> look.say("Refused a request", "拒绝审批");
            default -> action;
        };
    }

    private static String ofFlow(Look look, String action) {
        return switch (action) {
            case "saga-retry" -> look.say("Tried a step again", "重试步骤");
            case "saga-skip" -> look.say("Skipped a step", "跳过步骤");
            case "saga-compensate" -> look.say("Began to compensate", "开始补偿");
            case "saga-settle" -> look.say("Settled a saga", "了结事务");
            case "saga-settle-asked" -> look.say("Asked to settle a saga", "请求了结事务");
            case "discrepancy-assign" -> look.say("Took on a discrepancy", "认领差异");
            case "discrepancy-put-back" -> look.say("Put a discrepancy back", "退回差异");
            case "discrepancy-resolve" -> look.say("Settled a discrepancy", "处理差异");
            case "discrepancy-reopen" -> look.say("Opened a discrepancy again", "重新打开差异");
            case "lane-pause" -> look.say("Paused a lane", "暂停通道");
            case "lane-resume" -> look.say("Resumed a lane", "恢复通道");
            case "lane-order" -> look.say("Changed a lane's order", "更改通道顺序");
            case "endpoint-test" -> look.say("Sent a test callback", "发送测试回调");
            case "key-revoke" -> look.say("Revoked a key", "吊销密钥");
            case "import-tasks" -> look.say("Imported tasks", "导入任务");
            default -> action;
        };
    }

    private static String ofPeople(Look look, String action) {
        return switch (action) {
            case "user-add" -> look.say("Added a user", "添加用户");
            case "user-role" -> look.say("Changed a role", "更改角色");
            case "user-password" -> look.say("Set a password", "设置密码");
            case "user-disable" -> look.say("Disabled a user", "停用用户");
            case "user-enable" -> look.say("Enabled a user", "启用用户");
            case "session-end" -> look.say("Ended a session", "结束会话");
            case "sign-in" -> look.say("Signed in", "登录");
            case "sign-in-failed" -> look.say("Typed a wrong password", "密码错误");
            case "sign-out" -> look.say("Signed out", "退出");
            case "password-confirmed" -> look.say("Typed the password again", "再次输入密码");
            case "provider-confirmed" -> look.say("Confirmed at the identity provider", "经身份提供方确认");
            case "token-add" -> look.say("Made a token", "创建令牌");
            case "token-revoke" -> look.say("Revoked a token", "吊销令牌");
            default -> action;
        };
    }
}
