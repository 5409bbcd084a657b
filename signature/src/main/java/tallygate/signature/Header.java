package tallygate.signature;

/** One header line as it came: name in the sender's spelling, value without the outer blanks that HTTP drops. */
public record Header(String name, String value) {
    public boolean isNamed(String other) {
        return name.equalsIgnoreCase(other);
    }
}
