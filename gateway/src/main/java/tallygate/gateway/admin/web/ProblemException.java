package tallygate.gateway.admin.web;

/** Ends a request with a problem. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /** A parameter, header or field that does not fit. */
    public static ProblemException bad(String name, String why) {
        return new ProblemException(Problem.of(400, "bad-request", "Does not fit", name + ": " + why));
    }

    public static ProblemException missing(String what) {
        return new ProblemException(Problem.of(404, "not-found", "Not there", what));
    }

    /** The object is not as the caller saw it. */
    public static ProblemException changedMeanwhile(String now) {
        return new ProblemException(
                Problem.of(409, "changed-meanwhile", "Changed meanwhile", now + " Nothing was done; look again."));
    }

    public static ProblemException forbidden(String detail) {
        return new ProblemException(Problem.of(403, "forbidden", "Not allowed", detail));
    }
}
